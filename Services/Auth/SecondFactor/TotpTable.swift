import Contracts
import FoundationEssentials
import Storage

/// A stored second factor.
struct StoredTotp: Sendable {
    var sealedSecret: Data
    var createdAt: Int
    /// Nil until a first code has shown that the app has the secret.
    var confirmedAt: Int?
    /// The newest step of which a code was accepted.
    var lastStep: Int?

    var isConfirmed: Bool { confirmedAt != nil }
}

extension SQLReader {
    func totp(of user: UserID) throws -> StoredTotp? {
        try row(
            "SELECT sealed_secret, created_at, confirmed_at, last_step FROM totp WHERE account_id = ?",
            [user.description]
        ).map { row in
            StoredTotp(
                sealedSecret: try row.value("sealed_secret"),
                createdAt: try row.value("created_at"),
                confirmedAt: row.optional("confirmed_at"),
                lastStep: row.optional("last_step")
            )
        }
    }

    func recoveryCodesLeft(of user: UserID) throws -> Int {
        try scalar("SELECT count(*) FROM recovery_code WHERE account_id = ?", [user.description]) ?? 0
    }
}

extension SQLTransaction {
    /// Inserts an inactive secret, which replaces an earlier unconfirmed one.
    func insertPendingTotp(_ sealedSecret: Data, of user: UserID, at nowS: Int) throws {
        try execute("DELETE FROM totp WHERE account_id = ? AND confirmed_at IS NULL", [user.description])
        try execute(
            "INSERT INTO totp (account_id, sealed_secret, created_at) VALUES (?, ?, ?)",
            [user.description, sealedSecret, nowS]
        )
    }

    /// Enables the second factor.
    func confirmTotp(of user: UserID, step: Int, recoveryCodes: [RecoveryCode], at nowS: Int) throws {
        try execute(
            "UPDATE totp SET confirmed_at = ?, last_step = ? WHERE account_id = ?",
            [nowS, step, user.description]
        )
        for code in recoveryCodes {
            try execute(
                "INSERT INTO recovery_code (account_id, hash) VALUES (?, ?)",
                [user.description, code.hash(of: user)]
            )
        }
    }

    /// Refuses the codes of this step and earlier ones from now on.
    func use(_ step: Int, of user: UserID) throws {
        try execute("UPDATE totp SET last_step = ? WHERE account_id = ?", [step, user.description])
    }

    /// Uses up a recovery code; returns false if it is not the user's, or was used before.
    func use(_ code: RecoveryCode, of user: UserID) throws -> Bool {
        try execute(
            "DELETE FROM recovery_code WHERE account_id = ? AND hash = ?",
            [user.description, code.hash(of: user)]
        ) > 0
    }

    /// Disables the second factor, with its recovery codes and the sign-ins that wait for a code.
    func removeTotp(of user: UserID) throws {
        try execute("DELETE FROM totp WHERE account_id = ?", [user.description])
    }
}

/// The limits of guesses of an authenticator app's codes.
///
/// Three of a million codes are right at a time. Twenty guesses a day find one within a year with a probability of two
/// percent, and only after the right password. An attacker can block the owner's app meanwhile, but not the owner:
/// recovery codes are too long to be guessed, are not counted, and stay accepted. Open sessions do not end, and a new
/// password ends the guesses. A right code does not reset the count; otherwise the owner's own sign-ins would give an
/// attacker more guesses.
enum SecondFactorLimits {
    /// In seconds; older wrong codes do not count.
    static let windowS = ServerLimit.secondFactorWindowS.value
    /// Wrong codes of one account within that time, after which the codes of its app are refused.
    static let failuresMax = ServerLimit.secondFactorFailures.value
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
