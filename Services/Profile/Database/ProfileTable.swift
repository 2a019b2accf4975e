import Calendar
import Contracts
import Storage

/// A stored profile.
struct ProfileRow: Sendable, Equatable {
    var user: UserID
    /// Counts changes, so that concurrent changes do not overwrite each other.
    var version = 1
    var fields: ProfileFields
    /// Names of the fields that the user has set; auth's events never change these.
    var touched: Set<String> = []
    /// The calculator's last reply.
    var calculated: EnergyTarget?
    /// Whether a target is still to be calculated.
    var isTargetPending = false
    /// Whether the data of the registration is applied.
    var isRegistered = false
}

extension ProfileRow {
    private static let blank = ProfileRow(
        user: UserID(UUIDv7(high: 0, low: 0)),
        fields: ProfileFields(today: PlainDate(dayNumber: 0))
    )

    /// The table; a new field of the profile needs no column.
    static let table = RecordTable(
        "profile",
        key: ["user_id"],
        [
            RecordColumn("user_id", as: .owner, { $0.user }, { $0.user = $1 }),
            RecordColumn("version", { $0.version }, { $0.version = $1 }),
            RecordColumn("fields", as: .json, { AsJSON($0.fields) }, { $0.fields = $1.value }),
            RecordColumn("touched", as: .json, { AsJSON($0.touched.sorted()) }, { $0.touched = Set($1.value) }),
            RecordColumn(
                "calculated",
                as: .json,
                { $0.calculated.map { AsJSON($0) } },
                { $0.calculated = $1?.value }
            ),
            RecordColumn("target_pending", { $0.isTargetPending }, { $0.isTargetPending = $1 }),
            RecordColumn("registered", { $0.isRegistered }, { $0.isRegistered = $1 }),
        ],
        blank: blank
    )
}

extension SQLReader {
    private static let profile = ProfileRow.table.columns.select("FROM profile WHERE user_id = ?")

    func profile(of user: UserID) throws -> ProfileRow? {
        try first(Self.profile, [user.description], ProfileRow.table.columns.record)
    }

    /// Returns users with a profile after a given one, ordered by id.
    func people(after user: UserID?, limit: Int) throws -> [UserID] {
        try rows(
            "SELECT user_id FROM profile WHERE user_id > ? ORDER BY user_id LIMIT ?",
            [user?.description ?? "", limit]
        ).compactMap { UserID(try $0.value("user_id", as: String.self)) }
    }

    /// Returns users with a pending target.
    func usersWithPendingTarget(limit: Int) throws -> [UserID] {
        try rows("SELECT user_id FROM profile WHERE target_pending = 1 LIMIT ?", [limit]).compactMap { row in
            UserID(try row.value("user_id", as: String.self))
        }
    }
}

extension SQLTransaction {
    func insert(_ profile: ProfileRow) throws {
        guard try insert(profile, into: ProfileRow.table) else {
            throw ServiceError(.internalError, "The user has a profile already.")
        }
    }

    /// Removes a profile with its measurements, targets, image and uploads.
    func removeProfile(of user: UserID) throws {
        for table in ["upload_page", "image_page", "image", "measurement", "deleted_measurement", "target", "profile"] {
            try execute("DELETE FROM \(table) WHERE user_id = ?", [user.description])
        }
    }

    func update(_ profile: ProfileRow) throws { try update(profile, in: ProfileRow.table) }
}
