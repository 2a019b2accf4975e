package import Storage

extension ProfileSchema {
    /// Tables in a user's data export, and tables left out with the reason.
    package static let export = ExportSource(
        [
            ProfileRow.table.exported(as: "profile", key: ["user_id"]),
            ExportTable(
                "target",
                as: "targets",
                key: ["from_date"],
                columns: ["user_id": .owner, "from_date": .plain, "period": .json]
            ),
            MeasurementRow.table.exported(as: "measurements", key: ["id"]),
            ExportTable(
                "deleted_measurement",
                as: "removedMeasurements",
                key: ["id"],
                columns: ["user_id": .owner, "id": .plain, "at": .secondsSince1970]
            ),
            ExportTable(
                "image",
                as: "image",
                key: ["user_id"],
                columns: [
                    "user_id": .owner, "id": .plain, "content_type": .plain, "width": .plain, "height": .plain,
                    "bytes": .plain,
                ]
            ),
            ExportTable(
                "image_page",
                as: "imagePages",
                key: ["page"],
                columns: ["user_id": .owner, "page": .plain, "data": .plain]
            ),
        ],
        omitted: [
            "upload_page": "parts of an incomplete upload, which become the image or are deleted",
            "image_key": "a secret of the service, not of a user",
        ]
    )
}
