import Calendar
import Contracts
import MealwireClient
import Testing

/// Repetitions, pauses and deadlines.
struct RepetitionTests {
    private static let add: DiaryEntriesAdd = {
        var amount = EntryAmount()
        (amount.name, amount.kcal) = ("Soup", 200)
        return DiaryEntriesAdd(date: .today, meal: .dinner, amount: amount)
    }()

    private let found = Answer.json(200, Samples.search)
    private let time = FakeTime()

    private func client(_ server: ScriptedServer) throws -> MealwireClient {
        try server.client(.memory(StoredSession(session: Samples.session(1))), time)
    }

    @Test(arguments: [
        Answer.failure(.unreachable("x")), .failure(.timedOut), .problem(.overloaded), .problem(.unavailable),
        .problem(.deadlineExceeded), .problem(.outcomeUnknown), .json(502, "<html>proxy</html>"),
    ])
    func `a read is repeated after a passing failure`(failure: Answer) async throws {
        let server = ScriptedServer(inOrder: [failure, failure, found])
        _ = try await client(server).send(CatalogSearch(q: "soup"))
        #expect(server.requests.count == 3)
        // Half of the doubling pause, because the random half is zero here.
        #expect(time.waits == [.milliseconds(100), .milliseconds(200)])
    }

    @Test(arguments: [ErrorCode.notFound, .invalid, .malformed, .forbidden, .conflict, .internalError])
    func `a read is not repeated after an error that would come again`(code: ErrorCode) async throws {
        let server = ScriptedServer(inOrder: [.problem(code)])
        let problem = await #expect(throws: MealwireProblem.self) {
            try await client(server).send(CatalogSearch(q: "soup"))
        }
        #expect(problem?.code == code)
        #expect(server.requests.count == 1)
    }

    @Test func `a write is repeated under the same key`() async throws {
        let server = ScriptedServer(inOrder: [.failure(.timedOut), .problem(.unavailable), .problem(.notFound)])
        await #expect(throws: MealwireProblem.self) { try await client(server).send(Self.add) }
        let keys = server.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 3)
        #expect(Set(keys).count == 1)
    }

    @Test func `two writes have two keys, and an intent keeps its own`() async throws {
        let server = ScriptedServer(inOrder: Array(repeating: .problem(.notFound), count: 4))
        let client = try client(server)
        let intent = Intent(Self.add)
        for _ in 0..<2 {
            await #expect(throws: MealwireProblem.self) { try await client.send(Self.add) }
        }
        let stored = try PayloadCoder.decode(Intent<DiaryEntriesAdd>.self, from: try PayloadCoder.encode(intent))
        await #expect(throws: MealwireProblem.self) { try await client.send(intent) }
        await #expect(throws: MealwireProblem.self) { try await client.send(stored) }
        let keys = server.requests.compactMap { $0.headers["Idempotency-Key"] }
        #expect(Set(keys).count == 3)
        #expect(keys[2] == intent.key)
        #expect(keys[3] == intent.key)
    }

    @Test(arguments: [Answer.failure(.timedOut), .problem(.unavailable), .problem(.outcomeUnknown)])
    func `a write without a key is never sent twice`(failure: Answer) async throws {
        let server = ScriptedServer(inOrder: [failure, found])
        await #expect(throws: (any Error).self) { try await client(server).send(AuthTotpBegin(password: "p")) }
        #expect(server.requests.count == 1)
        #expect(time.waits.isEmpty)
    }

    @Test func `Retry-After is the shortest pause`() async throws {
        let server = ScriptedServer(inOrder: [.problem(.tooManyRequests, retryAfter: 7), found])
        _ = try await client(server).send(CatalogSearch(q: "soup"))
        #expect(time.waits == [.seconds(7) + .milliseconds(100)])
    }

    @Test func `a pause beyond the deadline ends the call at once`() async throws {
        let server = ScriptedServer(inOrder: [.problem(.tooManyRequests, retryAfter: 31), found])
        let problem = await #expect(throws: MealwireProblem.self) {
            try await client(server).send(CatalogSearch(q: "soup"))
        }
        #expect(problem?.retryAfter == .seconds(31))
        #expect(server.requests.count == 1)
        #expect(time.waits.isEmpty)
    }

    @Test func `repetitions end at the deadline, and no attempt may last beyond it`() async throws {
        let server = ScriptedServer { [time] _ in
            time.pass(.seconds(9))
            throw ClientError.timedOut
        }
        await #expect(throws: ClientError.timedOut) { try await client(server).send(CatalogSearch(q: "soup")) }
        #expect(server.requests.count == 4)
        let timeouts = server.requests.compactMap(\.timeout)
        #expect(timeouts.count == 4)
        #expect(timeouts[0] == .seconds(10))
        #expect(timeouts[3] < .seconds(3))
    }

    @Test func `half of a pause is random`() async throws {
        let server = ScriptedServer(inOrder: [.failure(.timedOut), found])
        let time = FakeTime(random: .max)
        _ = try await server.client(.memory(StoredSession(session: Samples.session(1))), time)
            .send(CatalogSearch(q: "soup"))
        let wait = try #require(time.waits.first)
        #expect(wait > .milliseconds(199) && wait <= .milliseconds(200))
    }

    @Test func `all attempts of a call have one trace, which its problem names`() async throws {
        let server = ScriptedServer(inOrder: [.failure(.timedOut), .problem(.notFound)])
        let problem = await #expect(throws: MealwireProblem.self) {
            try await client(server).send(CatalogSearch(q: "soup"))
        }
        let traces = server.requests.compactMap { $0.headers["traceparent"] }
        #expect(traces.count == 2)
        #expect(traces[0] == traces[1])
        #expect(traces[0].hasPrefix("00-\(try #require(problem?.traceId))-"))
        #expect(traces[0].utf8.count == 55)
    }

    @Test func `a cancelled call is not repeated`() async throws {
        let server = ScriptedServer { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await client(server).send(CatalogSearch(q: "soup")) }
        #expect(server.requests.count == 1)
    }
}
