package import Calendar
package import Contracts
import FoundationEssentials
import NIOCore

/// Sends the requests of a run to the stack; must be used on one event loop only.
protocol LoadTransport: AnyObject {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - person: The signed-in user.
    ///   - done: Called once with the result, on the event loop, and never before this method returns.
    func send(_ call: LoadCall, as person: LoadPerson?, _ done: @escaping (LoadAnswer) -> Void)

    /// Closes all connections; requests in flight fail.
    func close()
}

/// The result of a request.
enum LoadOutcome: Sendable, Equatable {
    case good
    /// The status and code of an error, or the failure of the connection.
    case bad(String)
}

/// A response, or the failure of a request.
struct LoadAnswer: Sendable {
    let outcome: LoadOutcome
    /// Empty unless the call needs the body.
    let body: [UInt8]
    /// The time of arrival on the monotonic clock.
    let atNs: UInt64

    var isGood: Bool { outcome == .good }
}

/// A signed-in user created for a run.
package struct LoadPerson: Sendable {
    package let email: String
    package let password: String
    package var user: UserID
    /// The session of the user.
    ///
    /// Requests on the queue carry it, because no gateway reads it from the token there.
    package var session: SessionID
    package var accessToken: String
    package var refreshToken: String
    /// The creation time of the access token on the monotonic clock.
    package var signedInAtNs: UInt64
    /// The user's current day.
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

    /// Creates a user for requests on the queue, which need no token.
    init(user: UserID) {
        (email, password, accessToken, refreshToken) = ("", "", "", "")
        (self.user, session, signedInAtNs, today) = (user, .make(), 0, PlainDate(dayNumber: 0))
    }

    /// Returns the session id of an access token.
    package static func session(of accessToken: String) -> SessionID? {
        let parts = accessToken.split(separator: ".")
        guard parts.count == 3 else { return nil }
        // Base64url differs in two characters and has no padding.
        var text = String(parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        guard let bytes = Data(base64Encoded: text) else { return nil }
        // A token without readable claims has no known session.
        return try? PayloadCoder.decodeReply(AccessTokenClaims.self, from: Array(bytes)).sid
    }
}

/// The transport of a run with its event loop, for use from tasks.
struct LoadClient: Sendable {
    let eventLoop: any EventLoop
    private let transport: NIOLoopBound<any LoadTransport>

    /// Creates a transport on an event loop.
    init(
        on eventLoop: any EventLoop,
        _ make: @escaping @Sendable (any EventLoop) -> any LoadTransport
    ) async throws {
        self.eventLoop = eventLoop
        transport = try await eventLoop.submit { NIOLoopBound(make(eventLoop), eventLoop: eventLoop) }.get()
    }

    /// The transport; must be used on its event loop.
    var boundTransport: any LoadTransport { transport.value }

    /// Sends a request and waits for the response.
    func ask(_ call: LoadCall, as person: LoadPerson? = nil) async -> LoadAnswer {
        await withCheckedContinuation { continuation in
            eventLoop.execute { boundTransport.send(call, as: person) { continuation.resume(returning: $0) } }
        }
    }

    func close() async {
        // The loop and its connections may have ended already.
        try? await eventLoop.submit { boundTransport.close() }.get()
    }
}
