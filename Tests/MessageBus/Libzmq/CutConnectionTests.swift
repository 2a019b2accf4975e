import Contracts
import MessageBus
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Tests connections to and from libzmq that end after any number of bytes.
@Suite(.timeLimit(.minutes(5)))
struct CutConnectionTests {
    /// Long enough for a frame with a size of eight bytes.
    private static let text = String(repeating: "a", count: 300)

    /// Sends every prefix of a stream, including the whole, each over a connection of its own.
    private static func sendAllBeginnings(of stream: [UInt8], to path: String) throws {
        for count in 0...stream.count {
            let descriptor = try #require(connectedSocket(path))
            defer { close(descriptor) }
            let sent = stream.withUnsafeBytes { send(descriptor, $0.baseAddress, count, Int32(MSG_NOSIGNAL)) }
            #expect(sent == count)
        }
    }

    @Test func `a worker gets nothing of a request that is cut off at any byte`() async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let worker = try LibzmqSocket(.dealer, to: fixture.requestsEndpoint)
                try worker.send(LibzmqMessages.ready(Echo.service.rawValue, capacity: 1_000))
                let stream = try Self.requestStream(fixture, worker)
                try Self.sendAllBeginnings(of: stream, to: "\(fixture.directory)/r1")
                let client = try LibzmqSocket(.dealer, to: fixture.requestsEndpoint)
                var texts: [String] = []
                for text in ["first", "second"] {
                    try client.send(try LibzmqMessages.echo(text))
                    while texts.last != text { texts.append(try Self.answerNext(worker)) }
                    #expect(try LibzmqMessages.text(ofReply: try client.receive()) == text)
                }
                // The whole stream arrived once, before or after the first request.
                #expect(texts.sorted() == [Self.text, "first", "second"])
            }
        }
    }

    /// Returns what libzmq's DEALER writes: greeting, READY and one request, which the worker answers.
    private static func requestStream(_ fixture: BusFixture, _ worker: LibzmqSocket) throws -> [UInt8] {
        let relay = try Relay(at: "\(fixture.directory)/relay", to: "\(fixture.directory)/r1")
        defer { relay.stop() }
        let client = try LibzmqSocket(.dealer, to: relay.endpoint)
        try client.send(try LibzmqMessages.echo(text))
        #expect(try answerNext(worker) == text)
        _ = try client.receive()
        return try #require(relay.traffic.first).toServer
    }

    /// Answers the next request; returns its text.
    private static func answerNext(_ worker: LibzmqSocket) throws -> String {
        while true {
            let frames = try worker.receive()
            guard frames[1] == [Majordomo.WorkerCommand.request.rawValue] else { continue }
            let body = try LibzmqMessages.reply(header: frames[4], payload: frames[5], instance: "libzmq")
            try worker.send(LibzmqMessages.answer(frames, body))
            return try PayloadCoder.decodeReply(Echo.self, from: frames[5]).text
        }
    }

    @Test func `subscribers get nothing of an event that is cut off at any byte`() async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let event = [Array("topic".utf8), Array(Self.text.utf8), [1]]
                let subscriber = try LibzmqSocket(.sub, to: "ipc://\(fixture.directory)/o1")
                try subscriber.subscribe("")
                let relay = try Relay(at: "\(fixture.directory)/relay", to: "\(fixture.directory)/i1")
                defer { relay.stop() }
                let publisher = try LibzmqSocket(.xpub, to: relay.endpoint)
                // The broker has subscribed to all topics.
                _ = try publisher.receive()
                var received: [[UInt8]]?
                try eventuallyBlocking("an event arrives", pause: .zero) {
                    try publisher.send(event)
                    received = try subscriber.receive(withinMs: 10)
                    return received != nil
                }
                // The greeting, READY and at least one event; bytes after the first event are left out.
                let stream = try #require(relay.traffic.first).toServer
                let length = event.reduce(0) { $0 + $1.count + ($1.count > 255 ? 9 : 2) }
                let end = try #require(stream.firstRange(of: Array("topic".utf8))).lowerBound - 2 + length
                try publisher.send([Array("mark".utf8)])
                while received != [Array("mark".utf8)] { received = try subscriber.receive() }

                try Self.sendAllBeginnings(of: Array(stream[..<end]), to: "\(fixture.directory)/i1")
                #expect(try subscriber.receive() == event)
                try publisher.send([Array("end".utf8)])
                #expect(try subscriber.receive() == [Array("end".utf8)])
            }
        }
    }

    /// The number of the broker's bytes before the handshake is cut off; few cuts, since a process waits longer after
    /// each.
    private static let handshakeCuts = [1, 63, 64, 90, 106]
    /// The length of libzmq's greeting and READY, with an identity.
    private static let handshakeLength = 107

    /// The difference in length between connections that are cut off after the handshake.
    private static let step = 3

    /// Returns how many of the broker's bytes a connection passes: a few more with each connection.
    private static func bytesMax(_ number: Int) -> Int {
        guard number >= handshakeCuts.count else { return handshakeCuts[number] }
        return handshakeLength + step * (number - handshakeCuts.count)
    }

    @Test func `a call is sent again after its answer is cut off at any byte, and then answered`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let relay = try Relay(
            at: "\(fixture.directory)/r1",
            to: "\(fixture.directory)/far r1",
            bytesToClientMax: Self.bytesMax
        )
        defer { relay.stop() }
        try await LibzmqBroker.run(fixture, prefix: "far ") { broker in
            try await fixture.withClient([]) { client in
                let reply = try await client.call(Echo(text: Self.text), .own())
                #expect(reply == Echo.Reply(text: Self.text, instance: "libzmq"))
                // The answer is longer than its text.
                #expect(broker.record.requests > Self.text.utf8.count / Self.step)
            }
        }
    }

    @Test func `a Mealwire process gets only whole events when connections are cut off at any byte`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let relay = try Relay(
            at: "\(fixture.directory)/o1",
            to: "\(fixture.directory)/far o1",
            bytesToClientMax: { Self.handshakeLength + Self.step * $0 }
        )
        defer { relay.stop() }
        let cuts = 200
        try await LibzmqBroker.run(fixture, prefix: "far ") { _ in
            try await withLibzmqPublisher(fixture, Self.text) {
                try await fixture.withClient([]) { client in
                    for await event in client.subscribe("topic") {
                        #expect(event == Array(Self.text.utf8))
                        if relay.traffic.count > cuts { break }
                    }
                }
            }
        }
    }
}

/// Publishes an event on the topic `topic` repeatedly while the body runs.
private func withLibzmqPublisher(
    _ fixture: BusFixture,
    _ text: String,
    _ body: () async throws -> Void
) async throws {
    let isDone = Flag()
    async let publishing: Void = withLibzmq {
        let publisher = try LibzmqSocket(.pub, to: "ipc://\(fixture.directory)/far i1")
        while !isDone.isRaised {
            try publisher.send([Array("topic".utf8), Array(text.utf8)])
            _ = try LibzmqSocket.poll([], milliseconds: 1)
        }
    }
    do {
        defer { isDone.raise() }
        try await body()
    }
    try await publishing
}
