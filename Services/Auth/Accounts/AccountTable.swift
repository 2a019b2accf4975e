import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    func account(email: String) throws -> Account? {
        try account("SELECT * FROM account WHERE email = ?", email)
    }

    func account(_ user: UserID) throws -> Account? {
        try account("SELECT * FROM account WHERE id = ?", user.description)
    }

    func isRegistered(_ email: String) throws -> Bool {
        try row("SELECT 1 FROM account WHERE email = ?", [email]) != nil
    }

    /// Returns a page of users with an account or a pending erasure, in order of their ids.
    func users(after user: UserID?, limit: Int) throws -> [UserID] {
        try rows(
            """
            SELECT id FROM account WHERE id > ?1
            UNION SELECT user_id FROM pending_erasure WHERE user_id > ?1
            ORDER BY 1 LIMIT ?2
            """,
            [user?.description ?? "", limit]
        ).compactMap { UserID(try $0.value("id", as: String.self)) }
    }

    private func account(_ sql: String, _ key: String) throws -> Account? {
        guard let row = try row(sql, [key]) else { return nil }
        guard let id = UserID(try row.value("id", as: String.self)) else {
            throw ServiceError(.internalError, "The auth database contains an account with an invalid id.")
        }
        return Account(
            id: id,
            email: try row.value("email"),
            name: try row.value("name"),
            passwordHash: try row.value("password_hash"),
            roles: try roles(of: id),
            isDisabled: row.optional("disabled_at", as: Int.self) != nil,
            isEmailConfirmed: row.optional("email_confirmed_at", as: Int.self) != nil,
            language: row.optional("language")
        )
    }

    func roles(of user: UserID) throws -> [Role] {
        let rows = try rows("SELECT role FROM account_role WHERE account_id = ?", [user.description])
        let roles = try rows.compactMap { Role(rawValue: try $0.value("role")) }
        return Role.allCases.filter(roles.contains)
    }
}

extension SQLTransaction {
    /// Inserts an account; returns false and changes nothing if the e-mail address is taken.
    func insert(_ account: Account, at nowS: Int) throws -> Bool {
        let inserted = try execute(
            """
            INSERT INTO account (id, email, name, password_hash, created_at, language) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (email) DO NOTHING
            """,
            [
                account.id.description, account.email, account.name, account.passwordHash, nowS, account.language,
            ]
        )
        guard inserted == 1 else { return false }
        for role in account.roles {
            try execute(
                "INSERT INTO account_role (account_id, role) VALUES (?, ?)",
                [account.id.description, role.rawValue]
            )
        }
        return true
    }

    /// Removes an account with its roles and its sessions.
    ///
    /// Its failed sign-ins stay until they expire: their keyed hashes reveal neither the account nor its address.
    func remove(_ account: Account) throws {
        try execute("DELETE FROM account WHERE id = ?", [account.id.description])
    }

    /// Stores the name and the language of a profile; the language stays if an event of an earlier version has none.
    func apply(_ profile: ProfileChanged, to user: UserID) throws {
        try execute(
            "UPDATE account SET name = ?, language = coalesce(?, language) WHERE id = ?",
            [profile.name, profile.language, user.description]
        )
    }

    /// Replaces a password hash; returns false and changes nothing if the password was changed meanwhile.
    @discardableResult
    func renewHash(of account: Account, to hash: String) throws -> Bool {
        try execute(
            "UPDATE account SET password_hash = ? WHERE id = ? AND password_hash = ?",
            [hash, account.id.description, account.passwordHash]
        ) > 0
    }
}

extension SQLReader {
    /// Returns the user with an address.
    func user(email: String) throws -> UserID? {
        try scalar("SELECT id FROM account WHERE email = ?", [email], as: String.self).flatMap { UserID($0) }
    }
}
