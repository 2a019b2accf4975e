package import Contracts
import FoundationEssentials

/// How requests of a run reach the set; used on one event loop alone.
protocol LoadTransport: AnyObject {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - person: Who is signed in.
    ///   - done: Hears once what came of it, on the event loop, and never before this returns.
    func send(_ call: LoadCall, as person: LoadPerson?, _ done: @escaping (LoadAnswer) -> Void)

    /// Ends all connections; what is under way fails.
    func close()
}

/// What came of a request.
enum LoadOutcome: Sendable, Equatable {
    case good
    /// Status and code, or what became of the connection.
    case bad(String)
}

/// An answer, or that there is none.
struct LoadAnswer: Sendable {
    let outcome: LoadOutcome
    /// Empty unless the call wanted it.
    let body: [UInt8]
    /// When it was there, on the monotonic clock.
    let atNs: UInt64

    var isGood: Bool { outcome == .good }
}

/// Somebody who was made for a run, and is signed in.
package struct LoadPerson: Sendable {
    package let email: String
    package let password: String
    package var user: UserID
    /// Which session of theirs it is: straight on the queue, nobody reads it out of the token.
    package var session: SessionID
    package var accessToken: String
    package var refreshToken: String
    /// When the access token was made, on the monotonic clock.
    package var signedInAtNs: UInt64
    /// The day that it is for them.
    package var today: PlainDate

    package init(email: String, password: String, session: Session, signedInAtNs: UInt64, today: PlainDate) {
        self.email = email
        self.password = password
        user = session.user.id
        self.session = Self.session(of: session.accessToken) ?? .make()
        accessToken = session.accessToken
        refreshToken = session.refreshToken
        self.signedInAtNs = signedInAtNs
        self.today = today
    }

    /// Somebody for whom is called straight on the queue, where nobody asks for a token.
    init(user: UserID) {
        (email, password, accessToken, refreshToken) = ("", "", "", "")
        (self.user, session, signedInAtNs, today) = (user, .make(), 0, PlainDate(dayNumber: 0))
    }

    /// The session that an access token names.
    static func session(of accessToken: String) -> SessionID? {
        let parts = accessToken.split(separator: ".")
        guard parts.count == 3 else { return nil }
        // Base64 of URLs has other letters for two, and leaves out what fills up.
        var text = String(parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        guard let bytes = Data(base64Encoded: text) else { return nil }
        return try? PayloadCoder.decodeReply(AccessTokenClaims.self, from: Array(bytes)).sid
    }
}
