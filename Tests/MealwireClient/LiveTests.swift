import Contracts
import MealwireClient
import Synchronization
import TestSupport
import Testing

/// Live events through interruptions.
@Suite(.timeLimit(.minutes(1)))
struct LiveTests {
    private static let cart = #"{"kind":"cart","version":3,"fetch":"/v1/diary/cart"}"#
    private static let hello = "retry: 3000\nid: r-0\n: hello\n\n"

    /// A stream of chunks that then ends, fails, or stays open.
    private enum End: Sendable {
        case closed
        case failed
        case open
    }

    private static func stream(_ chunks: [String], _ end: End = .closed) -> TransportResponse {
        TransportResponse(
            status: 200,
            body: ByteStream {
                var rest = chunks[...]
                return {
                    if let chunk = rest.popFirst() { return Array(chunk.utf8) }
                    switch end {
                    case .closed: return nil
                    case .failed: throw ClientError.unreachable("reset")
                    case .open:
                        try await waitForCancellation()
                        return nil
                    }
                }
            }
        )
    }

    /// A server that answers each connection by the next stream.
    private static func server(_ answers: [@Sendable () throws -> TransportResponse]) -> ScriptedServer {
        let rest = Mutex(answers[...])
        return ScriptedServer { _ in
            guard let answer = rest.withLock({ $0.popFirst() }) else { return stream([], .open) }
            return try answer()
        }
    }

    private func events(_ client: MealwireClient, _ count: Int) async throws -> [LiveEvent] {
        var found: [LiveEvent] = []
        var iterator = client.liveEvents().makeAsyncIterator()
        while found.count < count, let event = try await iterator.next() { found.append(event) }
        return found
    }

    @Test func `hints and resets arrive, however the bytes are cut`() async throws {
        let hint = "id: r-1\r\nevent: hint\r\ndata: \(Self.cart)\r\n\r\n"
        let text = Self.hello + hint + ":\n\nid: r-2\nevent: reset\ndata: {}\n\n"
        for size in 1...text.utf8.count {
            let bytes = Array(text.utf8)
            let chunks = stride(from: 0, to: bytes.count, by: size).map {
                String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
            }
            let client = try Self.server([{ Self.stream(chunks) }]).client()
            #expect(try await events(client, 3) == [.reset, .hint(LiveHint(kind: .cart, version: 3)), .reset])
        }
    }

    @Test func `a sequence begins with one reset, and one that continues with none`() async throws {
        let hint = "id: r-1\nevent: hint\ndata: \(Self.cart)\n\n"
        let found = LiveEvent.hint(LiveHint(kind: .cart, version: 3))
        #expect(try await events(Self.server([{ Self.stream([hint]) }]).client(), 2) == [.reset, found])
        let reset = "event: reset\ndata: {}\n\n"
        #expect(try await events(Self.server([{ Self.stream([reset + hint]) }]).client(), 2) == [.reset, found])
        let server = Self.server([{ Self.stream([hint]) }])
        var iterator = try server.client().liveEvents(after: "r-0").makeAsyncIterator()
        #expect(try await iterator.next() == found)
        #expect(iterator.lastEventID == "r-1")
        #expect(server.requests.first?.headers["Last-Event-ID"] == "r-0")
    }

    @Test(arguments: [true, false]) func `a stream continues after an interruption`(isFailure: Bool) async throws {
        let time = FakeTime()
        let server = Self.server([
            {
                Self.stream(
                    [Self.hello, "id: r-1\nevent: other\n\n", "id: r-2\nevent: hi"],
                    isFailure ? .failed : .closed
                )
            },
            { Self.stream([Self.hello, "id: r-2\nevent: hint\ndata: \(Self.cart)\n\n"]) },
        ])
        let client = try server.client(.memory(StoredSession(session: Samples.session(1))), time)
        #expect(try await events(client, 2) == [.reset, .hint(LiveHint(kind: .cart, version: 3))])
        // The event that was cut off does not count as received.
        #expect(server.requests.map { $0.headers["Last-Event-ID"] } == [nil, "r-1"])
        #expect(time.waits == [.seconds(3)])
        #expect(server.requests.allSatisfy { $0.timeout == nil && $0.headers["Accept"] == "text/event-stream" })
    }

    @Test func `the id of a stream's beginning continues it before its first event`() async throws {
        let server = Self.server([
            { Self.stream([Self.hello]) }, { Self.stream(["id: r-1\nevent: reset\ndata: {}\n\n"]) },
        ])
        #expect(try await events(server.client(), 2) == [.reset, .reset])
        #expect(server.requests.map { $0.headers["Last-Event-ID"] } == [nil, "r-0"])
    }

    @Test func `pauses grow while the server cannot be reached, and return to normal afterwards`() async throws {
        let time = FakeTime()
        let failure: @Sendable () throws -> TransportResponse = { throw ClientError.unreachable("x") }
        let reset: @Sendable () throws -> TransportResponse = {
            Self.stream(["retry: 1000\nevent: reset\ndata: {}\n\n"])
        }
        let server = Self.server(Array(repeating: failure, count: 6) + [reset, reset])
        let client = try server.client(.memory(StoredSession(session: Samples.session(1))), time)
        #expect(try await events(client, 2) == [.reset, .reset])
        #expect(time.waits == [3, 6, 12, 24, 48, 60, 1].map { .seconds($0) })
    }

    @Test func `too many streams wait as long as the server demands`() async throws {
        let time = FakeTime()
        let server = Self.server([
            { try Answer.problem(.tooManyRequests, retryAfter: 20).response() },
            { Self.stream(["event: reset\ndata: {}\n\n"]) },
        ])
        let client = try server.client(.memory(StoredSession(session: Samples.session(1))), time)
        _ = try await events(client, 1)
        #expect(time.waits == [.seconds(20)])
    }

    @Test func `an expired token is renewed for the next stream`() async throws {
        let server = ScriptedServer { request in
            if request.url.hasSuffix("/auth/refresh") { return try Samples.sessionAnswer(2).response() }
            guard request.token == "access-2" else { return try Answer.problem(.unauthenticated).response() }
            return Self.stream(["event: reset\ndata: {}\n\n"])
        }
        #expect(try await events(server.client(), 1) == [.reset])
    }

    @Test(arguments: [ErrorCode.unauthenticated, .forbidden])
    func `the end of access ends the sequence`(code: ErrorCode) async throws {
        let server = ScriptedServer { _ in try Answer.problem(code).response() }
        let problem = await #expect(throws: MealwireProblem.self) { try await events(server.client(), 1) }
        #expect(problem?.code == code)
    }

    @Test(arguments: [
        "event: hint\ndata: {\"kind\":\"ofTheFuture\",\"version\":1}\n\n", "event: news\ndata: {}\n\n",
        "event: hint\ndata: broken\n\n",
    ])
    func `an unknown event is a reset`(text: String) async throws {
        let client = try Self.server([{ Self.stream(["id: r-1\n\n", text]) }]).client()
        #expect(try await events(client, 2) == [.reset, .reset])
    }

    @Test func `a cancelled task ends the sequence`() async throws {
        let server = Self.server([{ Self.stream([Self.hello], .open) }])
        let client = try server.client()
        let listening = Task { try await events(client, 2) }
        try await eventually("the stream is open", is: 1) { server.requests.count }
        listening.cancel()
        #expect(try await listening.value.count <= 1)
    }

    @Test func `a line without an end is refused`() async throws {
        let server = Self.server([{ Self.stream([String(repeating: "x", count: 70_000)]) }])
        await #expect(throws: ClientError.self) { try await events(server.client(), 1) }
    }
}
