import Contracts
import FoundationEssentials
import Storage

/// The limits of requested mail.
package enum MailLimits {
    /// In seconds; older requests do not count.
    package static let windowS = ServerLimit.mailWindowS.value
    /// Mails to one address: one of three links works, and no mailbox is flooded.
    static let perRecipientMax = ServerLimit.mailToAddress.value
    /// Requests from one network address, which a household or an office may share.
    static let perClientMax = ServerLimit.mailOfClient.value
    /// Changes of address that one account may request: enough to correct a typing error or two.
    static let perAccountMax = ServerLimit.addressChanges.value
    /// Notices of new tokens to one account: more than a person needs in an hour.
    ///
    /// The limit prevents a flood of mail by repeatedly creating and revoking tokens.
    static let noticesMax = 10
    /// Maximum number of queued mails while none can be sent, which limits the disk space to some hundred KB.
    static let waitingMax = 2_000
}

/// The key that requests for mail are counted by: a hash, so that the database contains no addresses of requests.
///
/// A network address or an e-mail address is easily guessed from its plain hash. So network addresses are hashed with a
/// key that is created at each start and stored nowhere. E-mail addresses are hashed with a key that is not in the
/// database.
struct MailRequester: Sendable {
    let hash: Data
    let requestsMax: Int

    /// The recipient's mailbox.
    static func recipient(_ email: String, key: [UInt8]) -> MailRequester {
        MailRequester(
            hash: Fingerprint.of(Array("recipient \(email)".utf8), key: key),
            requestsMax: MailLimits.perRecipientMax
        )
    }

    /// The account that requests mail.
    static func account(_ user: UserID) -> MailRequester {
        MailRequester(hash: Fingerprint.of(Array("account \(user)".utf8)), requestsMax: MailLimits.perAccountMax)
    }

    /// The account that receives notices of new tokens.
    static func notices(to user: UserID) -> MailRequester {
        MailRequester(hash: Fingerprint.of(Array("notices \(user)".utf8)), requestsMax: MailLimits.noticesMax)
    }

    /// The client that requests mail; all clients without an address count as one.
    static func client(_ client: NetworkClient, key: [UInt8]) -> MailRequester {
        MailRequester(
            hash: Fingerprint.of(Array("client \(client.text)".utf8), key: key),
            requestsMax: MailLimits.perClientMax
        )
    }
}

extension SQLReader {
    /// Returns the seconds for which requests for mail are refused; nil if they are not.
    func mailBlockedForS(_ requester: MailRequester, at nowS: Int) throws -> Int? {
        let deciding: Int? = try scalar(
            "SELECT at FROM mail_request WHERE hash = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
            [requester.hash, nowS - MailLimits.windowS, requester.requestsMax - 1]
        )
        return deciding.map { $0 + MailLimits.windowS - nowS }
    }
}

extension SQLTransaction {
    func count(_ requester: MailRequester, at nowS: Int) throws {
        try execute("INSERT INTO mail_request (hash, at) VALUES (?, ?)", [requester.hash, nowS])
    }

    /// Requires that a requester is below its limit, and that the queue of mail is not full.
    ///
    /// - Throws: `tooManyRequests` or `overloaded`.
    func requireMailAllowed(_ requester: MailRequester, at nowS: Int) throws {
        if let seconds = try reader.mailBlockedForS(requester, at: nowS) {
            throw ServiceError(
                .tooManyRequests,
                "Mail was requested too often; try again later.",
                params: ["retryAfterSeconds": "\(seconds)"]
            )
        }
        guard try reader.waitingMailCount(limit: MailLimits.waitingMax) < MailLimits.waitingMax else {
            throw ServiceError(.overloaded, "Too much mail is waiting to be sent; try again later.")
        }
    }

    /// Deletes expired requests.
    func deleteExpiredMailRequests(at nowS: Int) throws {
        try execute("DELETE FROM mail_request WHERE at <= ?", [nowS - MailLimits.windowS])
    }

    /// Deletes the counted requests of an account; those of its address expire under a keyed hash.
    func deleteMailRequests(of account: Account) throws {
        for requester in [MailRequester.account(account.id), .notices(to: account.id)] {
            try execute("DELETE FROM mail_request WHERE hash = ?", [requester.hash])
        }
    }
}
