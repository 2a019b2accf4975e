import CZeroMQ
import Contracts
import MessageBus
import TestSupport
import Testing
import ZMTP

/// Tests PINGs and PONGs between libzmq and Mealwire.
@Suite(.timeLimit(.minutes(5)))
struct LibzmqHeartbeatTests {
    /// The number of PONGs to wait for.
    private static let pongsMin = 20
    /// libzmq sends a PING every 10 ms with a timeout of 5 s, and announces a time to live; all in milliseconds.
    private static let heartbeats: [Int32: Int32] = [
        ZMQ_HEARTBEAT_IVL: 10, ZMQ_HEARTBEAT_TIMEOUT: 5_000, ZMQ_HEARTBEAT_TTL: 60_000,
    ]
    /// libzmq sends PINGs as often as it can, and thus also inside messages.
    private static let incessant: [Int32: Int32] = [ZMQ_HEARTBEAT_IVL: 1, ZMQ_HEARTBEAT_TIMEOUT: 5_000]
    /// The frames of a message that takes many system calls.
    private static let parts = (0..<FrameLimits.framesMax - 4).map { [UInt8](repeating: UInt8($0), count: 30_000) }

    @Test(arguments: [
        (LibzmqSocket.Pattern.dealer, "r1"), (.req, "m"), (.pub, "i1"), (.xpub, "i1"), (.sub, "o1"), (.xsub, "o1"),
    ])
    func `the broker answers libzmq's PINGs at each endpoint, and the connection stays open`(
        pattern: LibzmqSocket.Pattern,
        name: String
    ) async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let relay = try Relay(at: "\(fixture.directory)/relay", to: "\(fixture.directory)/\(name)")
                defer { relay.stop() }
                let socket = try LibzmqSocket(pattern, Self.heartbeats)
                try socket.watch(ZMQ_EVENT_DISCONNECTED)
                try socket.connect(relay.endpoint)
                try socket.receive(until: "the broker answers PINGs") {
                    relay.traffic.contains { $0.toClient.pongs.count >= Self.pongsMin }
                }
                #expect(relay.traffic.filter { !$0.toClient.isEmpty }.count == 1)
            }
        }
    }

    @Test func `a Mealwire client answers the PINGs of libzmq's ROUTER, XSUB and XPUB`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let relays = try ["r1", "i1", "o1"].map { name in
            try Relay(at: "\(fixture.directory)/\(name)", to: "\(fixture.directory)/far \(name)")
        }
        defer { for relay in relays { relay.stop() } }
        try await LibzmqBroker.run(fixture, prefix: "far ", .init(options: Self.heartbeats)) { _ in
            try await fixture.withClient([]) { client in
                let reply = try await client.call(Echo(text: "x"), .own())
                #expect(reply.text == "x")
                for relay in relays {
                    try await eventually("the client answers PINGs") {
                        relay.traffic.contains { $0.toServer.pongs.count >= Self.pongsMin }
                    }
                    #expect(relay.traffic.filter { !$0.toClient.isEmpty }.count == 1)
                }
            }
        }
    }

    @Test func `libzmq's ROUTER answers PINGs with their contexts, and the worker stays connected`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let relay = try Relay(at: "\(fixture.directory)/r1", to: "\(fixture.directory)/far r1")
        defer { relay.stop() }
        // A broker that sends nothing to its workers gets PINGs.
        try await LibzmqBroker.run(fixture, prefix: "far ", .init(hasWorker: true, sendsHeartbeats: false)) { _ in
            let worker = fixture.bus("worker").servingEcho(as: "worker")
            try await fixture.withClient([]) { _ in
                let running = Task { try await worker.run() }
                defer { running.cancel() }
                try await eventually("the worker is serving") { worker.isServing }
                let number = try #require(relay.traffic.firstIndex { $0.toServer.isWorkers })
                try await eventually("three PINGs are answered") { relay.traffic[number].toClient.pongs.count >= 3 }
                let traffic = relay.traffic[number]
                #expect(
                    traffic.toClient.pongs.map { Array($0.dropFirst(5)) }.prefix(3)
                        == traffic.toServer.pings.map { Array($0.dropFirst(7)) }.prefix(3)
                )
                #expect(worker.isServing)
            }
        }
    }

    @Test func `PINGs that libzmq sends between the frames of a message leave the message intact`() async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let relay = try Relay(at: "\(fixture.directory)/relay", to: "\(fixture.directory)/m")
                defer { relay.stop() }
                let (client, worker) = (
                    try LibzmqSocket(.dealer, to: relay.endpoint, Self.incessant),
                    try LibzmqSocket(.dealer, Self.incessant)
                )
                for socket in [client, worker] { try socket.watch(ZMQ_EVENT_DISCONNECTED) }
                try worker.connect(fixture.externalEndpoint)
                try worker.send(LibzmqMessages.ready("plain"))
                try LibzmqMessages.waitUntilServed("plain", at: fixture.externalEndpoint)
                repeat {
                    try client.send(LibzmqMessages.request("plain", Self.parts))
                    let request = try LibzmqMessages.nextRequest(worker)
                    #expect(request[4...] == Self.parts[...])
                    try worker.send(LibzmqMessages.answer(request, Self.parts))
                    #expect(try LibzmqMessages.nextReply(client) == Self.parts)
                    try #require(!client.hasSeenEvent() && !worker.hasSeenEvent(), "libzmq was disconnected")
                } while !relay.traffic.contains { $0.toServer.hasCommandInsideMessage }
            }
        }
    }

    @Test func `PONGs that libzmq's ROUTER sends between the frames of a message leave the message intact`()
        async throws
    {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let relay = try Relay(at: "\(fixture.directory)/r1", to: "\(fixture.directory)/far r1")
        defer { relay.stop() }
        var behaviour = LibzmqBroker.Behaviour(options: Self.incessant)
        behaviour.answers = { _, answer in [Self.parts, answer] }
        try await LibzmqBroker.run(fixture, prefix: "far ", behaviour) { _ in
            try await fixture.withClient([]) { client in
                repeat {
                    let reply = try await client.call(EchoOnce(text: "x"), .own())
                    #expect(reply.text == "x")
                } while !relay.traffic.contains { $0.toClient.hasCommandInsideMessage }
            }
        }
    }
}

extension LibzmqSocket {
    /// Receives messages until a condition holds.
    ///
    /// - Throws: `LibzmqError` if one of the watched events happens before.
    fileprivate func receive(
        until what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ isReached: () -> Bool
    ) throws {
        var isLost = false
        try eventuallyBlocking(what, pause: .zero, sourceLocation: sourceLocation) {
            if isReached() { return true }
            _ = try receive(withinMs: 10)
            isLost = hasSeenEvent()
            return isLost
        }
        if isLost { throw LibzmqError(saying: "The connection was lost.") }
    }
}
