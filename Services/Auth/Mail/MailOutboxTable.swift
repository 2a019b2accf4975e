import Contracts
import Storage

extension SQLReader {
    /// Returns the ids of mail that is due, the longest due first.
    func mailDue(at nowS: Int, limit: Int) throws -> [UUIDv7] {
        try rows("SELECT id FROM mail_outbox WHERE due_at <= ? ORDER BY due_at, id LIMIT ?", [nowS, limit])
            .compactMap { UUIDv7(try $0.value("id", as: String.self)) }
    }

    /// Returns the number of queued mails, including those without a recipient; counts no further than the limit.
    func waitingMailCount(limit: Int) throws -> Int {
        try scalar("SELECT count(*) FROM (SELECT 1 FROM mail_outbox LIMIT ?) AS selected", [limit]) ?? 0
    }

    /// Returns a queued mail; nil if it was withdrawn.
    func mail(_ id: UUIDv7) throws -> OutgoingMail? {
        guard
            let row = try row(
                "SELECT account_id, kind, recipient, attempts FROM mail_outbox WHERE id = ?",
                [id.description]
            )
        else { return nil }
        guard let kind = OutgoingMail.Kind(rawValue: try row.value("kind")) else {
            throw ServiceError(.internalError, "The auth database contains a mail of an unknown kind.")
        }
        return OutgoingMail(
            id: id,
            account: row.optional("account_id", as: String.self).flatMap { UserID($0) },
            kind: kind,
            recipient: row.optional("recipient"),
            attempts: try row.value("attempts")
        )
    }
}

extension SQLTransaction {
    /// Queues a mail, which is sent if and only if this transaction commits.
    func enqueue(_ mail: OutgoingMail, at nowS: Int) throws {
        try execute(
            "INSERT INTO mail_outbox (id, account_id, kind, recipient, due_at) VALUES (?, ?, ?, ?, ?)",
            [mail.id.description, mail.account?.description, mail.kind.rawValue, mail.recipient, nowS]
        )
    }

    /// Stores an attempt, and the time of the next one in case the mail is not removed by then.
    func recordAttempt(of mail: OutgoingMail, nextAt: Int) throws {
        try execute(
            "UPDATE mail_outbox SET attempts = ?, due_at = ? WHERE id = ?",
            [mail.attempts, nextAt, mail.id.description]
        )
    }

    func removeMail(_ id: UUIDv7) throws {
        try execute("DELETE FROM mail_outbox WHERE id = ?", [id.description])
    }

    /// Removes queued mail of one kind to an account.
    func withdrawMail(_ kind: OutgoingMail.Kind, of user: UserID) throws {
        try execute(
            "DELETE FROM mail_outbox WHERE account_id = ? AND kind = ?",
            [user.description, kind.rawValue]
        )
    }
}
