import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    /// Whether a token is good for a purpose.
    func isGood(_ token: MailToken, for purpose: MailToken.Purpose, at nowS: Int) throws -> Bool {
        try row(
            "SELECT 1 FROM mail_token WHERE hash = ? AND purpose = ? AND expires_at > ?",
            [token.hash, purpose.rawValue, nowS]
        ) != nil
    }

    /// Whether there are tokens or requests that count no more.
    func hasOldMailRecords(at nowS: Int) throws -> Bool {
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
    /// Keeps what a token of somebody's is good for, and until when.
    func keep(_ token: MailToken, of user: UserID, for purpose: MailToken.Purpose, _ email: String?, at nowS: Int)
        throws
    {
        try execute(
            "INSERT INTO mail_token (hash, account_id, purpose, email, expires_at) VALUES (?, ?, ?, ?, ?)",
            [token.hash, user.description, purpose.rawValue, email, nowS + MailToken.lifetimeS]
        )
    }

    /// Uses a token up; nil if it is not good for this.
    ///
    /// - Returns: Whose it was, and the address that it was to confirm.
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

    /// Voids every token that was mailed to somebody, and withdraws the mail that would bring another one.
    ///
    /// Whoever shows that the account is theirs, by password or by mail, has ended what anybody else began.
    func voidMailTokens(of user: UserID) throws {
        try execute("DELETE FROM mail_token WHERE account_id = ?", [user.description])
        for kind in [OutgoingMail.Kind.passwordReset, .emailConfirmation, .addressConfirmation] {
            try withdrawMail(kind, of: user)
        }
    }

    /// Voids what would confirm another address of somebody's: only the last one asked for can be confirmed.
    func voidEmailChange(of user: UserID) throws {
        try execute(
            "DELETE FROM mail_token WHERE account_id = ? AND purpose = ?",
            [user.description, MailToken.Purpose.emailChange.rawValue]
        )
        try withdrawMail(.emailConfirmation, of: user)
    }

    /// Forgets tokens that are good for nothing any more, and with them addresses that nobody has confirmed.
    func forgetExpiredMailTokens(at nowS: Int) throws {
        try execute("DELETE FROM mail_token WHERE expires_at <= ?", [nowS])
    }
}
