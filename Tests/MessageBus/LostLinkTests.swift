import Contracts
import MessageBus
import Testing

/// Tests calls when a broker stalls or disconnects.
@Suite(.timeLimit(.minutes(5)))
struct LostLinkTests {
    /// Longer than the second after which a silent broker is lost beside another one, and shorter than the limit
    /// without another one.
    private static let stall = Duration.milliseconds(1_300)

    /// Runs the body with a client of the stub brokers.
    private static func run(
        brokers: [Int] = [1],
        _ body: @escaping @Sendable (MessageBus, [StubBroker]) async throws -> Void
    ) async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let stubs = try brokers.map { try StubBroker(fixture, number: $0) }
            let client = fixture.bus("client", brokers: brokers)
            group.addTask { try await client.run() }
            defer { group.cancelAll() }
            try await body(client, stubs)
        }
    }

    @Test func `a single broker that stalls for 1.3 s causes no unknown outcome`() async throws {
        try await Self.run { client, brokers in
            let call = Task { try await client.call(EchoOnce(text: "once"), .own()) }
            let peer = try await brokers[0].accept()
            let ids = try await peer.requests(1)
            // The length of the stall is the subject of the test: there is no event to wait for.
            try await Task.sleep(for: Self.stall)
            try peer.answer(try #require(ids.first), "answered late")
            let reply = try await call.value
            #expect(reply.text == "answered late")
        }
    }

    @Test func `a call moves from a stalled broker to another one that is connected`() async throws {
        try await Self.run(brokers: [1, 2]) { client, brokers in
            let first = try await brokers[0].accept()
            var second = try await brokers[1].accept()
            let call = Task { try await client.call(Echo(text: "x"), .own()) }
            let ids = try await first.requests(1)
            var again: [UUIDv7] = []
            while again.isEmpty {
                do {
                    again = try await second.requests(1)
                } catch is StubPeer.Ended {
                    // If this test stood still for a second, the second broker was lost, too, and is connected again.
                    second = try await brokers[1].accept()
                }
            }
            #expect(again == ids)
            try second.answer(try #require(again.first), "from the second")
            let reply = try await call.value
            #expect(reply.text == "from the second")
        }
    }

    @Test func `calls are sent again in their original order`() async throws {
        let count = 40
        try await Self.run { client, brokers in
            let calls = (0..<count).map { number in
                Task { try await client.call(Echo(text: "\(number)"), .own()) }
            }
            var first: StubPeer? = try await brokers[0].accept()
            let ids = try await first?.requests(count)
            // Closes the connection.
            first = nil
            let second = try await brokers[0].accept()
            let again = try await second.requests(count)
            #expect(again == ids)
            for id in again { try second.answer(id, "x") }
            for call in calls { _ = try await call.value }
        }
    }
}
