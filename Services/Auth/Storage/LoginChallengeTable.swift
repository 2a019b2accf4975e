import Contracts
import FoundationEssentials
import Storage

extension Account {
    /// What ties a challenge to the password that was shown for it: a new password makes another one.
    fileprivate var passwordFingerprint: Data { Fingerprint.of(Array(passwordHash.utf8)) }
}

extension SQLTransaction {
    /// Keeps a sign-in that waits for a code, and forgets those that are over.
    ///
    /// Nobody makes more of them than they have sign-ins with the right password in five minutes, and these are slow.
    func keep(_ challenge: LoginChallenge, of account: Account, at nowS: Int) throws {
        try execute("DELETE FROM login_challenge WHERE created_at <= ?", [nowS - LoginChallenge.lifetimeS])
        try execute(
            "INSERT INTO login_challenge (hash, account_id, password_fingerprint, created_at) VALUES (?, ?, ?, ?)",
            [challenge.hash, account.id.description, account.passwordFingerprint, nowS]
        )
    }

    /// The account that waits for a code; nil if the challenge is over, or the password was changed since.
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

    /// Counts a wrong code; how many more may be tried.
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
