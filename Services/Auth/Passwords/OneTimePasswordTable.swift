import Contracts
import Storage

/// The state of a password that may be a one-time password.
enum OneTimePassword {
    /// Lifetime in seconds: a day, so that it can be handed over in person.
    static let lifetimeS = 86_400

    case notOneTime
    /// It is valid; if the call consumes it, it is now used up.
    case valid
    /// It was used, or has expired.
    case spent
}

extension SQLTransaction {
    /// Replaces an account's password by a one-time password.
    func setOneTimePassword(_ hash: String, of user: UserID, at nowS: Int) throws {
        try execute("UPDATE account SET password_hash = ? WHERE id = ?", [hash, user.description])
        try execute(
            """
            INSERT INTO one_time_password (account_id, password_hash, expires_at) VALUES (?, ?, ?)
            ON CONFLICT (account_id) DO UPDATE
            SET password_hash = excluded.password_hash, expires_at = excluded.expires_at, used_at = NULL
            """,
            [user.description, hash, nowS + OneTimePassword.lifetimeS]
        )
    }

    /// Uses up an account's password if it is a one-time password.
    func useOneTimePassword(of account: Account, at nowS: Int) throws -> OneTimePassword {
        let state = try reader.oneTimePassword(of: account, at: nowS)
        if state == .valid {
            try execute(
                "UPDATE one_time_password SET used_at = ? WHERE account_id = ?",
                [nowS, account.id.description]
            )
        }
        return state
    }
}

extension SQLReader {
    /// Returns the state of an account's password, without using it up.
    func oneTimePassword(of account: Account, at nowS: Int) throws -> OneTimePassword {
        let key = [account.id.description, account.passwordHash]
        guard
            let row = try row(
                "SELECT expires_at, used_at FROM one_time_password WHERE account_id = ? AND password_hash = ?",
                key
            )
        else { return .notOneTime }
        guard row.optional("used_at", as: Int.self) == nil, try row.value("expires_at", as: Int.self) > nowS else {
            return .spent
        }
        return .valid
    }
}
