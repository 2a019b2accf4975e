import FoundationEssentials
import Storage

/// How often somebody may guess.
package enum LoginLimits {
    /// In seconds; failures that are older do not count.
    package static let windowS = 15 * 60
    /// Failures for one e-mail address, after which nobody can sign in with it for a while: more than a person needs to
    /// find the right one of their passwords.
    static let failuresMax = 10
    /// Failures in a row from which on each is noted: fewer are slips of the finger.
    static let failuresNoted = 3
    /// Failures of everybody together from which on guessing is taken to be going on; then an address has less.
    static let failuresOfAllMax = 500
    /// Failures for one address while guessing is going on.
    static let failuresDuringAttackMax = 3
}

extension SQLReader {
    /// For how many seconds nobody can sign in with an address; nil if it is free.
    func blockedForS(_ emailHash: Data, at nowS: Int) throws -> Int? {
        let since = nowS - LoginLimits.windowS
        let isAttack =
            try row(
                "SELECT 1 FROM login_failure WHERE at > ? LIMIT 1 OFFSET ?",
                [since, LoginLimits.failuresOfAllMax - 1]
            ) != nil
        let failuresMax = isAttack ? LoginLimits.failuresDuringAttackMax : LoginLimits.failuresMax
        let deciding: Int? = try scalar(
            "SELECT at FROM login_failure WHERE email_hash = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
            [emailHash, since, failuresMax - 1]
        )
        return deciding.map { $0 + LoginLimits.windowS - nowS }
    }
}

extension SQLTransaction {
    /// Counts a failure, for an address that has an account or not, and forgets those that count no more.
    ///
    /// - Returns: How many in a row it makes.
    func countFailure(_ emailHash: Data, at nowS: Int) throws -> Int {
        try execute("DELETE FROM login_failure WHERE at <= ?", [nowS - LoginLimits.windowS])
        try execute("INSERT INTO login_failure (email_hash, at) VALUES (?, ?)", [emailHash, nowS])
        return try reader.scalar("SELECT count(*) FROM login_failure WHERE email_hash = ?", [emailHash]) ?? 0
    }

    func clearFailures(_ emailHash: Data) throws {
        try execute("DELETE FROM login_failure WHERE email_hash = ?", [emailHash])
    }
}
