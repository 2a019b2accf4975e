import Calendar
import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    private static let columns = """
        a.id, a.email, a.name, a.disabled_at, a.created_at,
        (SELECT max(used_at) FROM session s WHERE s.account_id = a.id) AS used_at
        """

    /// Returns a page of accounts that match a filter, newest first.
    func adminUsers(_ filter: AuthAdminUsersList, limit: Int) throws -> [AdminUser] {
        // A tilde sorts after every id.
        var (conditions, arguments): ([String], [SQLValue?]) = (["a.id < ?"], [filter.cursor?.description ?? "~"])
        if let text = filter.q.map(EmailAddress.normalised) {
            conditions.append("(instr(a.email, ?) > 0 OR instr(lower(a.name), ?) > 0)")
            arguments += [text, text]
        }
        if let role = filter.role {
            conditions.append("EXISTS (SELECT 1 FROM account_role r WHERE r.account_id = a.id AND r.role = ?)")
            arguments.append(role.rawValue)
        }
        if let state = filter.state {
            conditions.append(state == .disabled ? "a.disabled_at IS NOT NULL" : "a.disabled_at IS NULL")
        }
        return try rows(
            """
            SELECT \(Self.columns) FROM account a WHERE \(conditions.joined(separator: " AND "))
            ORDER BY a.id DESC LIMIT ?
            """,
            arguments + [limit]
        ).compactMap(adminUser)
    }

    func adminUser(_ user: UserID) throws -> AdminUser? {
        try row("SELECT \(Self.columns) FROM account a WHERE a.id = ?", [user.description]).flatMap(adminUser)
    }

    /// Returns whether an enabled admin exists besides a user.
    func hasOtherAdmin(than user: UserID) throws -> Bool {
        try row(
            """
            SELECT 1 FROM account_role r JOIN account a ON a.id = r.account_id
            WHERE r.role = 'admin' AND a.id <> ? AND a.disabled_at IS NULL LIMIT 1
            """,
            [user.description]
        ) != nil
    }

    private func adminUser(_ row: SQLRow) throws -> AdminUser? {
        guard let id = UserID(try row.value("id", as: String.self)) else { return nil }
        return AdminUser(
            id: id,
            email: try row.value("email"),
            name: try row.value("name"),
            roles: try roles(of: id),
            disabled: row.optional("disabled_at", as: Int.self) != nil,
            createdAt: Timestamp.text(seconds: try row.value("created_at")),
            lastUsedAt: row.optional("used_at", as: Int.self).map(Timestamp.text(seconds:))
        )
    }
}

extension SQLTransaction {
    func setRoles(_ roles: [Role], of user: UserID) throws {
        try execute("DELETE FROM account_role WHERE account_id = ?", [user.description])
        for role in roles {
            try execute(
                "INSERT INTO account_role (account_id, role) VALUES (?, ?)",
                [user.description, role.rawValue]
            )
        }
    }

    func setDisabled(_ isDisabled: Bool, of user: UserID, at nowS: Int) throws {
        try execute(
            "UPDATE account SET disabled_at = ? WHERE id = ?",
            [isDisabled ? nowS : nil, user.description]
        )
    }
}

extension Timestamp {
    /// Returns the RFC 3339 text of seconds since 1970.
    static func text(seconds: Int) -> String { text(Date(timeIntervalSince1970: Double(seconds))) }
}
