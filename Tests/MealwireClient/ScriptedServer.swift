import Contracts
import MealwireClient
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A transport that a script answers, and records all requests.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (TransportRequest) async throws -> TransportResponse

    private let script: Script
    private let received = Mutex<[TransportRequest]>([])

    init(_ script: @escaping Script) {
        self.script = script
    }

    /// Answers the requests in their order; a further one fails the test by an unreachable server.
    convenience init(inOrder answers: [Answer]) {
        let rest = Mutex(answers[...])
        self.init { _ in
            guard let answer = rest.withLock({ $0.popFirst() }) else { throw ClientError.unreachable("script ended") }
            return try answer.response()
        }
    }

    var requests: [TransportRequest] { received.withLock { $0 } }

    func requests(of path: String) -> [TransportRequest] {
        requests.filter { $0.url.hasPrefix("http://test" + path) }
    }

    var transport: Transport {
        Transport { [self] request in
            received.withLock { $0.append(request) }
            return try await script(request)
        }
    }

    func client(
        _ sessions: SessionStore = .memory(StoredSession(session: Samples.session(1))),
        _ time: FakeTime = FakeTime(),
        _ options: ClientOptions = ClientOptions()
    ) throws -> MealwireClient {
        guard let url = URL(string: "http://test/") else { throw ClientError.unreachable("no URL") }
        return MealwireClient(
            baseURL: url,
            transport: transport,
            sessions: sessions,
            options: options,
            environment: time.environment
        )
    }
}

/// One answer of a script.
enum Answer: Sendable {
    case json(Int, String)
    case problem(ErrorCode, retryAfter: Int? = nil, params: [String: String] = [:])
    case failure(ClientError)

    func response() throws -> TransportResponse {
        switch self {
        case .json(let status, let text): TransportResponse(status: status, body: ByteStream(Array(text.utf8)))
        case .failure(let error): throw error
        case .problem(let code, let retryAfter, let params):
            TransportResponse(
                status: code.status.code,
                headers: retryAfter.map { ["retry-after": "\($0)"] } ?? [:],
                body: ByteStream(
                    Array(
                        """
                        {"type":"about:blank","title":"","status":\(code.status.code),"detail":"No.",\
                        "code":"\(code.rawValue)","params":{\(params.map { #""\#($0)":"\#($1)""# }.joined(separator: ","))}}
                        """.utf8
                    )
                )
            )
        }
    }
}

/// A clock that runs only while a client waits.
final class FakeTime: Sendable {
    private let state = Mutex<(now: Duration, waits: [Duration])>((.zero, []))
    private let random: UInt64

    /// - Parameter random: What the source of random numbers returns.
    init(random: UInt64 = 0) {
        self.random = random
    }

    /// All waits so far.
    var waits: [Duration] { state.withLock { $0.waits } }

    func pass(_ time: Duration) { state.withLock { $0.now += time } }

    var environment: ClientEnvironment {
        ClientEnvironment(
            now: { [self] in state.withLock { $0.now } },
            sleep: { [self] time in
                try Task.checkCancellation()
                state.withLock { state in
                    state.now += time
                    state.waits.append(time)
                }
                await Task.yield()
            },
            random: { [random] in random }
        )
    }
}

/// Values of tests.
enum Samples {
    static let user = SessionUser(
        id: UserID(UUIDv7(high: 1, low: 2)),
        email: "anna@example.org",
        name: "Anna",
        roles: [.user]
    )

    static func session(_ number: Int, deviceToken: String? = nil) -> Session {
        Session(
            accessToken: "access-\(number)",
            accessTokenExpiresAt: "2026-03-10T12:00:00.000Z",
            refreshToken: "refresh-\(number)",
            user: user,
            deviceToken: deviceToken
        )
    }

    static func sessionAnswer(_ number: Int, deviceToken: String? = nil) throws -> Answer {
        .json(200, String(decoding: try PayloadCoder.encode(session(number, deviceToken: deviceToken)), as: UTF8.self))
    }

    static let search = #"{"items":[],"nextCursor":null}"#
}

extension TransportRequest {
    var token: String? { headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) } }

    var text: String {
        guard case .bytes(let bytes) = body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Holds callers until a number of them has arrived, or until it is opened.
actor Gate {
    private let count: Int
    private var arrived = 0
    private var isOpen = false

    init(_ count: Int) {
        self.count = count
    }

    /// Returns when all have arrived.
    func arrive() async {
        arrived += 1
        if arrived >= count { isOpen = true }
        await wait()
    }

    /// Waits until the gate is open, without counting.
    func wait() async { try? await eventually("the gate opens") { isOpen } }

    func open() { isOpen = true }
}
