import Contracts
import Storage

/// How often somebody may guess the codes of an authenticator app.
///
/// Three of a million codes are right at a time. Twenty guesses a day find one in a year with a chance of two in a hundred,
/// and only for somebody who knows the password. They can keep the owner from using the app meanwhile, but not from signing
/// in: recovery codes are too long to be guessed, do not count, and are taken all the same. Nothing that is open ends, and
/// a new password ends the guessing. A right code forgives no wrong ones, or the owner's own sign-ins would give a guesser
/// more.
enum SecondFactorLimits {
    /// In seconds; wrong codes that are older do not count.
    static let windowS = 24 * 3_600
    /// Wrong codes of one account within that time, after which none of its app's codes is taken.
    static let failuresMax = 20
}

extension SQLReader {
    /// For how many seconds no code of an account's app is taken; nil if it is free.
    func codesBlockedForS(of user: UserID, at nowS: Int) throws -> Int? {
        let deciding: Int? = try scalar(
            "SELECT at FROM totp_failure WHERE account_id = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
            [user.description, nowS - SecondFactorLimits.windowS, SecondFactorLimits.failuresMax - 1]
        )
        return deciding.map { $0 + SecondFactorLimits.windowS - nowS }
    }
}

extension SQLTransaction {
    /// Counts a wrong code, and forgets those that count no more.
    func countWrongCode(of user: UserID, at nowS: Int) throws {
        try execute("DELETE FROM totp_failure WHERE at <= ?", [nowS - SecondFactorLimits.windowS])
        try execute("INSERT INTO totp_failure (account_id, at) VALUES (?, ?)", [user.description, nowS])
    }
}
