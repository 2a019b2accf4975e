import Contracts
import Storage

/// The limits of guesses of an authenticator app's codes.
///
/// Three of a million codes are right at a time. Twenty guesses a day find one within a year with a probability of two
/// percent, and only after the right password. An attacker can block the owner's app meanwhile, but not the owner:
/// recovery codes are too long to be guessed, are not counted, and stay accepted. Open sessions do not end, and a new
/// password ends the guesses. A right code does not reset the count; otherwise the owner's own sign-ins would give an
/// attacker more guesses.
enum SecondFactorLimits {
    /// In seconds; older wrong codes do not count.
    static let windowS = 24 * 3_600
    /// Wrong codes of one account within that time, after which the codes of its app are refused.
    static let failuresMax = 20
}

extension SQLReader {
    /// Returns the seconds for which codes of an account's app are refused; nil if they are not.
    func codesBlockedForS(of user: UserID, at nowS: Int) throws -> Int? {
        let deciding: Int? = try scalar(
            "SELECT at FROM totp_failure WHERE account_id = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
            [user.description, nowS - SecondFactorLimits.windowS, SecondFactorLimits.failuresMax - 1]
        )
        return deciding.map { $0 + SecondFactorLimits.windowS - nowS }
    }
}

extension SQLTransaction {
    /// Counts a wrong code, and deletes expired ones.
    func countWrongCode(of user: UserID, at nowS: Int) throws {
        try execute("DELETE FROM totp_failure WHERE at <= ?", [nowS - SecondFactorLimits.windowS])
        try execute("INSERT INTO totp_failure (account_id, at) VALUES (?, ?)", [user.description, nowS])
    }
}
