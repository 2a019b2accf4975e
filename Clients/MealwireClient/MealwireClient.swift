public import Contracts

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A client of a Mealwire server.
///
/// ```swift
/// let client = MealwireClient(baseURL: url)
/// _ = try await client.signIn(email: "anna@example.org", password: password)
/// let day = try await client.send(DiaryDayGet(date: .today))
/// ```
///
/// All methods throw ``MealwireProblem`` for an error that the server answered, ``ClientError`` without an answer, and
/// `CancellationError` for a cancelled task.
public actor MealwireClient {
    let transport: Transport
    let sessions: SessionStore
    let options: ClientOptions
    let environment: ClientEnvironment
    private let base: String

    /// The stored state; nil until it is loaded.
    var stored: StoredSession?
    /// Whether the store has the newest state.
    var isSaved = true
    /// The last write of the store, so that writes keep their order.
    var saving: Task<Void, any Error>?
    /// Counts sign-ins and sign-outs, so that a late renewal does not replace a newer session.
    var generation = 0
    /// The renewal of the session that runs now.
    var renewal: Task<Void, any Error>?
    var observers: [Int: AsyncStream<MealwireProblem>.Continuation] = [:]
    var observersMade = 0

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: The address of the server, such as `https://meals.example.org`.
    ///   - transport: Sends requests.
    ///   - sessions: Keeps the session; by default only as long as the process runs.
    ///   - options: Deadlines, pauses and checks.
    ///   - environment: Time and chance.
    public init(
        baseURL: URL,
        transport: Transport = .standard,
        sessions: SessionStore = .memory(),
        options: ClientOptions = ClientOptions(),
        environment: ClientEnvironment = .system
    ) {
        var base = baseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        self.transport = transport
        self.sessions = sessions
        self.options = options
        self.environment = environment
    }

    /// Sends a request, and returns the reply.
    ///
    /// A read, and a write that takes a key, is repeated after failures until the deadline. To be able to send a write
    /// again later, make an ``Intent`` of it, and use ``send(_:)-(Intent<Request>)``.
    @discardableResult
    public func send<Request: Contract>(_ request: Request) async throws -> Request.Reply {
        try await send(Intent(request))
    }

    /// Sends the request of an intent, and returns the reply.
    ///
    /// - Parameter intent: The request, with the key under which it takes effect once, however often it is sent.
    /// - Returns: The reply.
    /// - Throws: ``MealwireProblem``, ``ClientError`` or `CancellationError`.
    @discardableResult
    public func send<Request: Contract>(_ intent: Intent<Request>) async throws -> Request.Reply {
        if options.checksRules {
            let errors = try Request.rules.errors(in: intent.request)
            guard errors.isEmpty else { throw MealwireProblem(unsent: errors) }
        }
        let plan = try RequestPlan.of(Request.self)
        let call = try Call(plan, plan.parts(of: intent.request), key: intent.key)
        return try Self.decode(Request.Reply.self, try await answer(to: call))
    }

    /// Returns the server's version and features.
    public func meta() async throws -> ServerMeta {
        try Self.decode(ServerMeta.self, try await answer(to: Call(SpecialRoutes.meta)))
    }

    /// Returns all that an app shows first; the parts of a service that did not answer are nil.
    public func start() async throws -> Start {
        try Self.decode(Start.self, try await answer(to: Call(SpecialRoutes.start)))
    }

    /// Returns the foods that a device keeps for use without a connection.
    ///
    /// - Parameter language: The language of the names; that of the profile if nil.
    /// - Returns: The foods, and the services that did not answer.
    /// - Throws: ``MealwireProblem`` of the server. ``ClientError`` without an answer.
    public func offlineFoods(language: String? = nil) async throws -> OfflineFoods {
        let call = Call(SpecialRoutes.offlineFoods, language.map { ["language": $0] } ?? [:])
        return try Self.decode(OfflineFoods.self, try await answer(to: call))
    }

    /// Returns the state of the server; for admins.
    ///
    /// - Parameter since: The `at` of an earlier answer, so that the history has only later samples.
    /// - Returns: The state, at most ten seconds old.
    /// - Throws: ``MealwireProblem`` of the server. ``ClientError`` without an answer.
    public func system(since: String? = nil) async throws -> SystemState {
        let call = Call(SpecialRoutes.system, since.map { ["since": $0] } ?? [:])
        return try Self.decode(SystemState.self, try await answer(to: call))
    }

    static func decode<Reply: Decodable>(_ type: Reply.Type, _ bytes: [UInt8]) throws(ClientError) -> Reply {
        do {
            return try PayloadCoder.decodeReply(type, from: bytes.isEmpty ? Array("{}".utf8) : bytes)
        } catch {
            throw ClientError.unexpectedAnswer("it is no \(type)")
        }
    }
}

/// Sending a call: attempts, pauses, and the renewal of the session.
extension MealwireClient {
    /// The largest answer that is read into memory, in bytes: four times the longest message of a service.
    private static let answerBytesMax = 4 * Contracts.Method.payloadBytesMax
    /// The largest problem document, in bytes: a version conflict contains the newest state of an object.
    private static let problemBytesMax = Contracts.Method.payloadBytesMax

    /// Sends a call, and returns the body of the answer.
    func answer(to call: Call) async throws -> [UInt8] {
        try await repeating(call) { response in try await response.body.collect(upTo: Self.answerBytesMax) }
    }

    /// Sends a call, and returns the answer while its body arrives.
    func response(to call: Call) async throws -> TransportResponse {
        try await repeating(call) { $0 }
    }

    /// Sends a call until it has a good answer that can be read.
    private func repeating<Value: Sendable>(
        _ call: Call,
        _ read: (TransportResponse) async throws -> Value
    ) async throws -> Value {
        let end = environment.now() + max(options.deadline, call.attemptTimeout ?? .zero)
        let trace = TraceID(environment)
        var attempts = 0
        var owner: Int?
        while true {
            do {
                let left = end - environment.now()
                return try await read(try await goodResponse(to: call, of: &owner, trace, left: left))
            } catch {
                attempts += 1
                guard call.isRepeatable, let pause = pause(after: error, attempts), environment.now() + pause < end
                else { throw error }
                try await environment.sleep(pause)
            }
        }
    }

    /// Returns the pause before the next attempt; nil if another attempt would fail as well.
    func pause(after error: any Error, _ attempts: Int) -> Duration? {
        let pause = options.pause(afterAttempts: attempts, random: environment.random())
        switch error {
        case let problem as MealwireProblem:
            guard problem.isTemporary else { return nil }
            guard let demanded = problem.retryAfter else { return pause }
            // After the demanded time, and spread, because all clients got the same answer.
            return demanded + pause
        case ClientError.unreachable, ClientError.timedOut, ClientError.notStored: return pause
        default: return nil
        }
    }

    /// Makes one attempt, and a second one with a renewed session if the access token has expired.
    ///
    /// - Parameters:
    ///   - call: What to send.
    ///   - owner: The sign-in that the call belongs to; set by its first attempt.
    ///   - trace: The id of the call.
    ///   - left: The time until the deadline.
    /// - Returns: The answer.
    /// - Throws: ``ClientError/signedOut`` after another sign-in, because the call was not meant for that user.
    private func goodResponse(
        to call: Call,
        of owner: inout Int?,
        _ trace: TraceID,
        left: Duration
    ) async throws -> TransportResponse {
        guard call.needsSession else { return try await transmit(call, token: nil, trace, left: left) }
        let token = try await currentToken(of: &owner)
        do {
            return try await transmit(call, token: token.text, trace, left: left)
        } catch let problem as MealwireProblem where problem.code == .unauthenticated && token.isRenewable {
            // Refused before its handler, so even a write that may not be repeated has not happened.
            try await renew(after: token.text)
            return try await transmit(call, token: try await currentToken(of: &owner).text, trace, left: left)
        }
    }

    /// Sends a call once.
    ///
    /// - Throws: ``MealwireProblem`` for every status but 2xx.
    func transmit(_ call: Call, token: String?, _ trace: TraceID, left: Duration) async throws -> TransportResponse {
        var headers = call.headers
        headers["User-Agent"] = options.userAgent
        headers["traceparent"] = trace.header
        if let token { headers["Authorization"] = "Bearer \(token)" }
        let response = try await transport.send(
            TransportRequest(
                verb: call.verb.rawValue,
                url: base + call.address,
                headers: headers,
                body: call.body,
                timeout: call.attemptTimeout.map { min($0, max(left, .zero)) }
            )
        )
        guard !(200..<300).contains(response.status) else { return response }
        throw MealwireProblem(
            status: response.status,
            body: try await response.body.collect(upTo: Self.problemBytesMax),
            headers: response.headers,
            traceId: trace.text
        )
    }
}

/// The id of a call in the traces of the server (W3C Trace Context).
struct TraceID: Sendable {
    /// 32 hexadecimal digits.
    let text: String
    /// The value of `traceparent`; it leaves to the server whether the request is recorded.
    let header: String

    init(_ environment: ClientEnvironment) {
        // An id of zeros is invalid.
        text = Self.digits(environment.random() | 1) + Self.digits(environment.random())
        header = "00-\(text)-\(Self.digits(environment.random() | 1))-00"
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
