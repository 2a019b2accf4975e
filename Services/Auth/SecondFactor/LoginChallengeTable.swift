import Contracts
import FoundationEssentials
import Storage

extension Account {
    /// Binds a challenge to the password that was sent for it; a new password has another fingerprint.
    fileprivate var passwordFingerprint: Data { Fingerprint.of(Array(passwordHash.utf8)) }
}

extension SQLTransaction {
    /// Inserts a sign-in that waits for a code, and deletes expired ones.
    ///
    /// Their number is bounded: each costs a slow hash of the right password, and expires after five minutes.
    func insert(_ challenge: LoginChallenge, of account: Account, at nowS: Int) throws {
        try execute("DELETE FROM login_challenge WHERE created_at <= ?", [nowS - LoginChallenge.lifetimeS])
        try execute(
            "INSERT INTO login_challenge (hash, account_id, password_fingerprint, created_at) VALUES (?, ?, ?, ?)",
            [challenge.hash, account.id.description, account.passwordFingerprint, nowS]
        )
    }

    /// Returns the account of a challenge; nil if the challenge has expired, or the password was changed since.
    func account(of challenge: LoginChallenge, at nowS: Int) throws -> Account? {
        guard
            let row = try row(
                """
                SELECT account_id, password_fingerprint FROM login_challenge
                WHERE hash = ? AND created_at > ? AND attempts < ?
                """,
                [challenge.hash, nowS - LoginChallenge.lifetimeS, LoginChallenge.attemptsMax]
            ), let user = UserID(try row.value("account_id", as: String.self)),
            let account = try reader.account(user),
            account.passwordFingerprint == (try row.value("password_fingerprint", as: Data.self))
        else { return nil }
        return account
    }

    /// Counts a wrong code, and returns the number of attempts left.
    func countAttempt(at challenge: LoginChallenge) throws -> Int {
        try execute("UPDATE login_challenge SET attempts = attempts + 1 WHERE hash = ?", [challenge.hash])
        let attempts: Int? = try reader.scalar(
            "SELECT attempts FROM login_challenge WHERE hash = ?",
            [challenge.hash]
        )
        return max(0, LoginChallenge.attemptsMax - (attempts ?? LoginChallenge.attemptsMax))
    }

    func remove(_ challenge: LoginChallenge) throws {
        try execute("DELETE FROM login_challenge WHERE hash = ?", [challenge.hash])
    }
}
