import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    /// Returns whether a token is valid for a purpose.
    func isValid(_ token: MailToken, for purpose: MailToken.Purpose, at nowS: Int) throws -> Bool {
        try row(
            "SELECT 1 FROM mail_token WHERE hash = ? AND purpose = ? AND expires_at > ?",
            [token.hash, purpose.rawValue, nowS]
        ) != nil
    }

    /// Returns whether expired tokens or requests exist.
    func hasExpiredMailRecords(at nowS: Int) throws -> Bool {
        try row(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM mail_token WHERE expires_at <= ?)
            OR EXISTS (SELECT 1 FROM mail_request WHERE at <= ?)
            """,
            [nowS, nowS - MailLimits.windowS]
        ) != nil
    }
}

extension SQLTransaction {
    /// Inserts a token with its user, purpose and expiry.
    func insert(_ token: MailToken, of user: UserID, for purpose: MailToken.Purpose, _ email: String?, at nowS: Int)
        throws
    {
        try execute(
            "INSERT INTO mail_token (hash, account_id, purpose, email, expires_at) VALUES (?, ?, ?, ?, ?)",
            [token.hash, user.description, purpose.rawValue, email, nowS + MailToken.lifetimeS]
        )
    }

    /// Uses up a token; nil if it is not valid for the purpose.
    ///
    /// - Returns: The token's account, and the address that it confirms.
    func use(_ token: MailToken, for purpose: MailToken.Purpose, at nowS: Int) throws -> (
        account: Account, email: String?
    )? {
        guard
            let row = try row(
                "SELECT account_id, email FROM mail_token WHERE hash = ? AND purpose = ? AND expires_at > ?",
                [token.hash, purpose.rawValue, nowS]
            ),
            let user = UserID(try row.value("account_id", as: String.self)),
            let account = try reader.account(user)
        else { return nil }
        try execute("DELETE FROM mail_token WHERE hash = ?", [token.hash])
        return (account, row.optional("email"))
    }

    /// Voids every token that was mailed to a user, and withdraws queued mail that would contain another one.
    ///
    /// Proof of ownership, by password or by mail, ends everything that other people began.
    func voidMailTokens(of user: UserID) throws {
        try execute("DELETE FROM mail_token WHERE account_id = ?", [user.description])
        for kind in [OutgoingMail.Kind.passwordReset, .emailConfirmation, .addressConfirmation] {
            try withdrawMail(kind, of: user)
        }
    }

    /// Voids pending changes of address: only the last one requested can be confirmed.
    func voidEmailChange(of user: UserID) throws {
        try execute(
            "DELETE FROM mail_token WHERE account_id = ? AND purpose = ?",
            [user.description, MailToken.Purpose.emailChange.rawValue]
        )
        try withdrawMail(.emailConfirmation, of: user)
    }

    /// Deletes expired tokens, and with them addresses that were never confirmed.
    func deleteExpiredMailTokens(at nowS: Int) throws {
        try execute("DELETE FROM mail_token WHERE expires_at <= ?", [nowS])
    }
}
