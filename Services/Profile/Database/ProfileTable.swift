import Contracts
import Storage

/// A stored profile.
struct ProfileRow: Sendable, Equatable {
    let user: UserID
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

extension SQLReader {
    func profile(of user: UserID) throws -> ProfileRow? {
        guard let row = try row("SELECT * FROM profile WHERE user_id = ?", [user.description]) else { return nil }
        return ProfileRow(
            user: user,
            version: try row.value("version"),
            fields: try JSONText(text: row.value("fields")).decode(ProfileFields.self),
            touched: Set(try JSONText(text: row.value("touched")).decode([String].self)),
            calculated: try row.optional("calculated", as: String.self).map { text in
                try JSONText(text: text).decode(EnergyTarget.self)
            },
            isTargetPending: try row.value("target_pending"),
            isRegistered: try row.value("registered")
        )
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
        try execute(
            """
            INSERT INTO profile (user_id, version, fields, touched, calculated, target_pending, registered)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                profile.user.description, profile.version, try JSONText(profile.fields).text,
                try JSONText(profile.touched.sorted()).text, try profile.calculated.map { try JSONText($0).text },
                profile.isTargetPending, profile.isRegistered,
            ]
        )
    }

    /// Removes a profile with its measurements, targets, image and uploads.
    func removeProfile(of user: UserID) throws {
        for table in ["upload_page", "image_page", "image", "measurement", "target", "profile"] {
            try execute("DELETE FROM \(table) WHERE user_id = ?", [user.description])
        }
    }

    func update(_ profile: ProfileRow) throws {
        try execute(
            """
            UPDATE profile SET version = ?, fields = ?, touched = ?, calculated = ?, target_pending = ?, registered = ?
            WHERE user_id = ?
            """,
            [
                profile.version, try JSONText(profile.fields).text, try JSONText(profile.touched.sorted()).text,
                try profile.calculated.map { try JSONText($0).text }, profile.isTargetPending,
                profile.isRegistered, profile.user.description,
            ]
        )
    }
}
