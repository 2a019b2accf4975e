import Contracts
import FoundationEssentials
import Storage

/// How often mail may be asked for.
package enum MailLimits {
    /// In seconds; requests that are older do not count.
    package static let windowS = 3_600
    /// Mails to one address: who got three has a good link, and nobody is to find a hundred.
    static let ofRecipientMax = 3
    /// Requests from one network address, behind which a household or an office may be.
    static let ofClientMax = 20
    /// Other e-mail addresses that one account may ask for: enough to correct a typing error or two.
    static let ofAccountMax = 5
    /// Notices of new tokens to one account: more than a person makes in an hour, so that nobody fills a mailbox or the
    /// disk by making and revoking tokens.
    static let noticesMax = 10
    /// Mail that may wait while none can be sent, so that nobody fills the disk with it: some hundred KB.
    static let waitingMax = 2_000
}

/// Under what requests for mail are counted: a hash, so that nothing of who only asked is kept.
///
/// A network address or an e-mail address is soon found from its plain hash. So network addresses are hashed under a key
/// that is drawn at each start and stored nowhere, and e-mail addresses under one that is not in the database.
struct MailRequester: Sendable {
    let hash: Data
    let requestsMax: Int

    /// The mailbox that mail goes to.
    static func recipient(_ email: String, key: [UInt8]) -> MailRequester {
        MailRequester(
            hash: Fingerprint.of(Array("recipient \(email)".utf8), key: key),
            requestsMax: MailLimits.ofRecipientMax
        )
    }

    /// The account that asks.
    static func account(_ user: UserID) -> MailRequester {
        MailRequester(hash: Fingerprint.of(Array("account \(user)".utf8)), requestsMax: MailLimits.ofAccountMax)
    }

    /// The account that is told of new tokens.
    static func notices(to user: UserID) -> MailRequester {
        MailRequester(hash: Fingerprint.of(Array("notices \(user)".utf8)), requestsMax: MailLimits.noticesMax)
    }

    /// The client that asks; all that come without an address are one.
    static func client(_ client: NetworkClient, key: [UInt8]) -> MailRequester {
        MailRequester(
            hash: Fingerprint.of(Array("client \(client.text)".utf8), key: key),
            requestsMax: MailLimits.ofClientMax
        )
    }
}

extension SQLReader {
    /// For how many seconds mail is not sent for somebody; nil if it is.
    func mailRefusedForS(_ requester: MailRequester, at nowS: Int) throws -> Int? {
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

    /// Refuses when somebody has asked too often, or too much mail waits already.
    ///
    /// - Throws: `tooManyRequests` or `overloaded`.
    func requireMailAllowed(_ requester: MailRequester, at nowS: Int) throws {
        if let seconds = try reader.mailRefusedForS(requester, at: nowS) {
            throw ServiceError(
                .tooManyRequests,
                "Mail was asked for too often; try again later.",
                params: ["retryAfterSeconds": "\(seconds)"]
            )
        }
        guard try reader.waitingMailCount(limit: MailLimits.waitingMax) < MailLimits.waitingMax else {
            throw ServiceError(.overloaded, "Too much mail is waiting to be sent; try again later.")
        }
    }

    /// Forgets requests that count no more.
    func forgetOldMailRequests(at nowS: Int) throws {
        try execute("DELETE FROM mail_request WHERE at <= ?", [nowS - MailLimits.windowS])
    }

    /// Forgets how often mail was asked for by an account; what was counted for its address expires under a keyed hash.
    func forgetMailRequests(of account: Account) throws {
        for requester in [MailRequester.account(account.id), .notices(to: account.id)] {
            try execute("DELETE FROM mail_request WHERE hash = ?", [requester.hash])
        }
    }
}
