package import Storage

extension ProfileSchema {
    /// What people are told of their profile.
    package static let export = ExportSource([
        ExportTable(
            "profile",
            as: "profile",
            key: ["user_id"],
            columns: [
                "user_id": .owner, "version": .plain, "fields": .json, "touched": .json, "calculated": .json,
                "target_pending": .plain, "registered": .plain,
            ]
        ),
        ExportTable(
            "target",
            as: "targets",
            key: ["from_date"],
            columns: ["user_id": .owner, "from_date": .plain, "period": .json]
        ),
    ])
}
