import CZeroMQ
import Contracts
import MessageBus
import TestSupport
import Testing
import ZMTP

/// Tests Mealwire's side of each connection against libzmq's ROUTER for requests, and XSUB and XPUB for events.
@Suite(.timeLimit(.minutes(5)))
struct LibzmqBrokerTests {
    @Test func `calls, answers and events pass through a broker on libzmq`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try await LibzmqBroker.run(fixture, .init(hasWorker: true)) { broker in
            let worker = fixture.bus("worker").servingEcho(as: "worker")
            try await fixture.withClient([worker]) { client in
                // A PONG of libzmq shows that it has read the registration.
                try await eventually("both processes are serving") { client.isServing && worker.isServing }
                for length in [0, 1, 200, 300, 70_000, MessageLimits.payloadMax - 200] {
                    let text = String(repeating: "a", count: length)
                    let reply = try await client.call(Echo(text: text), .own())
                    #expect(reply == Echo.Reply(text: text, instance: "worker"))
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<200 {
                        group.addTask {
                            let reply = try await client.call(Echo(text: "\(number)"), .own())
                            #expect(reply.text == "\(number)")
                        }
                    }
                    try await group.waitForAll()
                }
                let received = client.subscribe("topic.a")
                let publishing = worker.publishing([("topic.b", "no"), ("topic.a", "yes")])
                defer { publishing.cancel() }
                let event = await received.first { _ in true }
                #expect(event == Array("yes".utf8))
            }
        }
    }

    @Test func `XPUB gets each of many subscriptions once, and all again after a process reconnects`()
        async throws
    {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let topics = (0..<500).map { "topic \($0)" } + [String(repeating: "a", count: 255)]
        let wanted = topics.map { [1] + Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        try await fixture.withClient([]) { client in
            let streams = topics.map { client.subscribe($0) }
            // Duplicates, which need not be sent to a broker.
            let more = topics.map { client.subscribe($0) }
            for _ in 0..<3 {
                try await LibzmqBroker.run(fixture) { broker in
                    try await broker.wait { $0.subscriptions.count >= wanted.count }
                    _ = try await client.call(Echo(text: "x"), .own())
                    let subscriptions = broker.record.subscriptions.filter { $0.first == 1 }
                    #expect(subscriptions.sorted { $0.lexicographicallyPrecedes($1) } == wanted)
                }
            }
            withExtendedLifetime((streams, more)) {}
        }
    }

    @Test func `a worker registers its services again with a restarted broker on libzmq`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let worker = fixture.bus("worker").servingEcho(as: "worker")
        try await fixture.withClient([worker]) { client in
            for round in 0..<3 {
                try await LibzmqBroker.run(fixture, .init(hasWorker: true)) { _ in
                    let reply = try await client.call(Echo(text: "\(round)"), .own())
                    #expect(reply == Echo.Reply(text: "\(round)", instance: "worker"))
                }
            }
        }
    }

    /// Messages without a meaning for a client that are valid ZMTP.
    private static let meaningless: [[[UInt8]]] = [
        [[]], [[], []], [[1]], [LibzmqMessages.client], [LibzmqMessages.client, [3]],
        [LibzmqMessages.client, [3], [], [1], [2]],
        [LibzmqMessages.worker, [2]], [LibzmqMessages.worker, [7], []],
        [[UInt8](repeating: 0, count: FrameLimits.frameMax)],
        (0..<FrameLimits.framesMax).map { [UInt8($0)] },
    ]

    @Test func `an answer after meaningless messages is accepted, over the same connection`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let relay = try Relay(at: "\(fixture.directory)/r1", to: "\(fixture.directory)/far r1")
        defer { relay.stop() }
        var behaviour = LibzmqBroker.Behaviour()
        behaviour.answers = { _, answer in Self.meaningless + [answer] }
        try await LibzmqBroker.run(fixture, prefix: "far ", behaviour) { _ in
            try await fixture.withClient([]) { client in
                for number in 0..<3 {
                    let reply = try await client.call(Echo(text: "\(number)"), .own())
                    #expect(reply.text == "\(number)")
                }
                #expect(relay.traffic.filter { !$0.toServer.isEmpty }.count == 1)
            }
        }
    }

    /// Messages that end a connection: one byte, or one frame, too long.
    private static let excessive: [[[UInt8]]] = [
        [[UInt8](repeating: 0, count: FrameLimits.frameMax + 1)],
        [[UInt8](repeating: 0, count: FrameLimits.frameMax), [UInt8](repeating: 0, count: 64 << 10)],
        (0...FrameLimits.framesMax).map { [UInt8($0)] },
    ]

    @Test(arguments: excessive.indices)
    func `a message above the limit ends the connection, and the call is answered over the next one`(
        index: Int
    ) async throws {
        let message = Self.excessive[index]
        let fixture = try BusFixture()
        defer { fixture.remove() }
        var behaviour = LibzmqBroker.Behaviour()
        behaviour.answers = { number, answer in number % 2 == 1 ? [message, answer] : [answer] }
        try await LibzmqBroker.run(fixture, behaviour) { broker in
            try await fixture.withClient([]) { client in
                let reply = try await client.call(Echo(text: "x"), .own())
                #expect(reply.text == "x")
                try await broker.wait { $0.requests == 2 }
                // This call is not retried.
                let error = await #expect(throws: ServiceError.self) {
                    try await client.call(EchoOnce(text: "x"), .own())
                }
                #expect(error?.code == .outcomeUnknown)
            }
        }
    }
}
