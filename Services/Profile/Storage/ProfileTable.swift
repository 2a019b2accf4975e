import Contracts
import Storage

/// A person as stored.
struct ProfileRow: Sendable, Equatable {
    let user: UserID
    /// Counts changes, so that nobody overwrites what another has just written.
    var version = 1
    var fields: ProfileFields
    /// Fields that the user has set; auth's news never change these.
    var touched: Set<String> = []
    /// The calculator's last answer.
    var calculated: EnergyTarget?
    /// Whether a target has yet to be worked out.
    var isTargetPending = false
    /// Whether what came with the registration is in it.
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

    /// The users with a profile behind one, in order.
    func people(after user: UserID?, limit: Int) throws -> [UserID] {
        try rows(
            "SELECT user_id FROM profile WHERE user_id > ? ORDER BY user_id LIMIT ?",
            [user?.description ?? "", limit]
        ).compactMap { UserID(try $0.value("user_id", as: String.self)) }
    }

    /// Users whose target has yet to be worked out.
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

    /// Removes a profile with all that hangs on it.
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
