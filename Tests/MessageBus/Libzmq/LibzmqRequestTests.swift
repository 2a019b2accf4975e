import CZeroMQ
import Contracts
import MessageBus
import Testing
import ZMTP

/// Tests the broker's endpoints for requests with libzmq's sockets on the other side.
@Suite(.timeLimit(.minutes(5)))
struct LibzmqRequestTests {
    /// Lengths around the one at which a frame's size takes eight bytes instead of one, and up to the limit of a
    /// payload.
    private static let lengths = [0, 1, 243, 244, 245, 8_192, 70_000, MessageLimits.payloadMax - 200]

    @Test(arguments: [LibzmqSocket.Pattern.dealer, .router])
    func `libzmq calls a Mealwire worker with payloads of any length`(pattern: LibzmqSocket.Pattern) async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([fixture.bus("worker").servingEcho(as: "worker")]) { _ in
                try await withLibzmq {
                    let client = try LibzmqSocket(pattern, to: fixture.requestsEndpoint)
                    for length in Self.lengths {
                        let text = String(repeating: "a", count: length)
                        try client.send(try LibzmqMessages.echo(text))
                        let reply = try LibzmqMessages.text(ofReply: try client.receive())
                        #expect(reply == text)
                    }
                }
            }
        }
    }

    @Test(arguments: [LibzmqSocket.Pattern.dealer, .router])
    func `libzmq serves a Mealwire client with payloads of any length`(pattern: LibzmqSocket.Pattern)
        async throws
    {
        try await BusFixture.run { fixture in
            async let serving: Void = withLibzmq {
                let worker = try LibzmqSocket(pattern, to: fixture.requestsEndpoint)
                try worker.send(LibzmqMessages.ready(Echo.service.rawValue, capacity: 1))
                for _ in Self.lengths {
                    let request = try LibzmqMessages.nextRequest(worker)
                    let body = try LibzmqMessages.reply(header: request[4], payload: request[5], instance: "libzmq")
                    try worker.send(LibzmqMessages.answer(request, body))
                }
                // The connection must stay open until the last answer has been read.
                try worker.send(LibzmqMessages.ready(Echo.service.rawValue, capacity: 1))
                _ = try LibzmqMessages.next(worker)
            }
            try await fixture.withClient([]) { client in
                for length in Self.lengths {
                    let text = String(repeating: "a", count: length)
                    let reply = try await client.call(Echo(text: text), .own())
                    #expect(reply == Echo.Reply(text: text, instance: "libzmq"))
                }
            }
            try await serving
        }
    }

    @Test(arguments: [LibzmqSocket.Pattern.dealer, .req, .router], [LibzmqSocket.Pattern.dealer, .router])
    func `libzmq's clients and workers reach each other through the broker`(
        _ calling: LibzmqSocket.Pattern,
        _ serving: LibzmqSocket.Pattern
    ) async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let worker = try LibzmqSocket(serving, to: fixture.externalEndpoint)
                try worker.send(LibzmqMessages.ready("plain"))
                try LibzmqMessages.waitUntilServed("plain", at: fixture.externalEndpoint)
                // A REQ prepends an empty frame to what it sends, and removes it from what it receives.
                let client = try LibzmqSocket(calling, to: fixture.externalEndpoint)
                for body in [
                    [[1]], [[], [2], []], [[UInt8](repeating: 3, count: 255), [UInt8](repeating: 4, count: 256)],
                ] {
                    try client.send(LibzmqMessages.request("plain", body))
                    let request = try LibzmqMessages.nextRequest(worker)
                    #expect(Array(request[4...]) == body)
                    try worker.send(LibzmqMessages.answer(request, body))
                    #expect(try LibzmqMessages.nextReply(client) == body)
                }
            }
        }
    }

    /// Returns the longest message that the broker accepts; the heads of its frames count.
    private static func longest(_ service: String) -> [[UInt8]] {
        let first = [UInt8](repeating: 1, count: FrameLimits.frameMax)
        let heads = 8 + 3 + (2 + service.utf8.count) + 9 + 9
        return LibzmqMessages.request(
            service,
            [first, [UInt8](repeating: 2, count: MessageLimits.relayedMax - first.count - heads)]
        )
    }

    /// Returns the message with the most frames that the broker accepts.
    private static func manyFrames(_ service: String) -> [[UInt8]] {
        LibzmqMessages.request(service, (3..<FrameLimits.framesMax).map { [UInt8]("\($0)".utf8) })
    }

    @Test(arguments: [longest, manyFrames])
    func `a message up to the limit passes, and one above it ends only that connection`(
        make: @escaping @Sendable (String) -> [[UInt8]]
    ) async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let worker = try LibzmqSocket(.dealer, to: fixture.externalEndpoint)
                try worker.watch(ZMQ_EVENT_DISCONNECTED)
                try worker.send(LibzmqMessages.ready("plain"))
                try LibzmqMessages.waitUntilServed("plain", at: fixture.externalEndpoint)
                let client = try LibzmqSocket(.dealer, to: fixture.externalEndpoint)
                try client.watch(ZMQ_EVENT_DISCONNECTED)
                let message = make("plain")
                for _ in 0..<3 {
                    try client.send(message)
                    let request = try LibzmqMessages.nextRequest(worker)
                    #expect(Array(request[4...]) == Array(message[3...]))
                    try worker.send(LibzmqMessages.answer(request, [[1]]))
                    #expect(try LibzmqMessages.nextReply(client) == [[1]])
                    #expect(!client.hasSeenEvent())
                    // One byte, or one frame, too long.
                    try client.send(message.count == FrameLimits.framesMax ? message + [[]] : message.lengthened())
                    try client.waitForEvent()
                }
                #expect(!worker.hasSeenEvent())
            }
        }
    }

    @Test func `a payload above the limit is refused, and its connection stays open`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([fixture.bus("worker").servingEcho(as: "worker")]) { _ in
                try await withLibzmq {
                    let client = try LibzmqSocket(.dealer, to: fixture.requestsEndpoint)
                    try client.watch(ZMQ_EVENT_DISCONNECTED)
                    try client.send(try LibzmqMessages.echo(String(repeating: "a", count: MessageLimits.payloadMax)))
                    let header = String(decoding: try LibzmqMessages.nextReply(client)[0], as: UTF8.self)
                    #expect(header.contains(ErrorCode.tooLarge.rawValue))
                    try client.send(try LibzmqMessages.echo("x"))
                    #expect(try LibzmqMessages.text(ofReply: try client.receive()) == "x")
                    #expect(!client.hasSeenEvent())
                }
            }
        }
    }

    @Test func `a long identity and an empty first message are accepted`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([fixture.bus("worker").servingEcho(as: "worker")]) { _ in
                try await withLibzmq {
                    let client = try LibzmqSocket(.dealer, [ZMQ_PROBE_ROUTER: 1])
                    try client.set(ZMQ_ROUTING_ID, [UInt8](repeating: 0xFE, count: 255))
                    try client.connect(fixture.requestsEndpoint)
                    try client.send(try LibzmqMessages.echo("x"))
                    #expect(try LibzmqMessages.text(ofReply: try client.receive()) == "x")
                }
            }
        }
    }

    @Test(arguments: [LibzmqSocket.Pattern.pub, .sub, .xpub, .xsub])
    func `a socket of an incompatible type is disconnected, and others are served`(pattern: LibzmqSocket.Pattern)
        async throws
    {
        try await BusFixture.run { fixture in
            try await fixture.withClient([fixture.bus("worker").servingEcho(as: "worker")]) { client in
                try await withLibzmq {
                    let socket = try LibzmqSocket(pattern)
                    try socket.watch(ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL)
                    try socket.connect(fixture.requestsEndpoint)
                    // libzmq does not reconnect when it is the first to see that the socket types are incompatible, so
                    // one event is enough.
                    try socket.waitForEvent()
                }
                let reply = try await client.call(Echo(text: "x"), .own())
                #expect(reply.text == "x")
            }
        }
    }
}

extension [[UInt8]] {
    /// Returns the message with one more byte in its last frame.
    fileprivate func lengthened() -> Self {
        var frames = self
        frames[frames.count - 1].append(0)
        return frames
    }
}
