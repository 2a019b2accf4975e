import Glibc
import HTTPServer
import HTTPTestServer
import Hummingbird
import NIOCore
import TestSupport
import Testing

/// Clients that misuse HTTP/2.
@Suite(.timeLimit(.minutes(5)))
struct HTTP2LimitTests {
    /// Short enough for a test, but long enough for a test that is delayed.
    private static let short = TimeAmount.milliseconds(200)
    private static let enhanceYourCalm: UInt32 = 0xB
    private static let refusedStream: UInt32 = 0x7
    /// More than any limit of frames.
    private static let flood: UInt32 = 600

    private static func serve(
        _ timeouts: ConnectionTimeouts = ConnectionTimeouts(),
        limiter: ConnectionLimiter = ConnectionLimiter(),
        unread: UnreadResponses = UnreadResponses(),
        _ body: (UInt16, TestCertificate) async throws -> Void
    ) async throws {
        let router = Router()
        router.get("/name") { _, _ in "named" }
        router.get("/never") { _, _ in
            try await waitForCancellation()
            return "late"
        }
        router.get("/large") { _, _ in
            Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 7, count: 200_000)))
        }
        router.post("/size") { request, _ in
            var size = 0
            for try await part in request.body { size += part.readableBytes }
            return "\(size)"
        }
        let certificate = try TestCertificate()
        defer { certificate.remove() }
        try await withServer(
            router,
            timeouts: timeouts,
            limiter: limiter,
            unread: unread,
            security: try certificate.security
        ) { port in try await body(port, certificate) }
    }

    private static func expectGoAway(_ client: FrameClient, _ code: UInt32) async throws {
        try await eventually("the connection is closed") { client.isClosed }
        #expect(client.frames.last { $0.type == FrameClient.goAway }?.errorCode == code)
    }

    @Test func `a client that cancels requests at a high rate is disconnected`() async throws {
        try await Self.serve { port, certificate in
            let client = try await FrameClient.connect(port, certificate)
            for number in 0..<Self.flood {
                let stream = number * 2 + 1
                client.send(
                    FrameClient.request(stream, "/never")
                        + FrameClient.frame(FrameClient.reset, 0, stream, FrameClient.bytes(8))
                )
            }
            try await Self.expectGoAway(client, Self.enhanceYourCalm)
            let next = try await FrameClient.connect(port, certificate)
            defer { next.close() }
            next.send(FrameClient.request(1, "/name"))
            try await eventually("another client is served") { next.isAnswered(1) }
        }
    }

    @Test(arguments: [FrameClient.ping, FrameClient.settings])
    func `a client that sends control frames at a high rate is disconnected`(type: UInt8) async throws {
        try await Self.serve { port, certificate in
            let client = try await FrameClient.connect(port, certificate)
            let payload = [UInt8](repeating: 1, count: type == FrameClient.ping ? 8 : 0)
            for _ in 0..<Self.flood { client.send(FrameClient.frame(type, 0, 0, payload)) }
            try await Self.expectGoAway(client, Self.enhanceYourCalm)
        }
    }

    @Test func `a client with more requests at once than it may have is disconnected`() async throws {
        try await Self.serve { port, certificate in
            let client = try await FrameClient.connect(port, certificate)
            defer { client.close() }
            for number in 0..<UInt32(100) { client.send(FrameClient.request(number * 2 + 1, "/never")) }
            client.send(FrameClient.frame(FrameClient.ping, 0, 0, [UInt8](repeating: 1, count: 8)))
            try await eventually("the server has read all requests") {
                client.frames.contains { $0.type == FrameClient.ping && $0.flags == FrameClient.ack }
            }
            #expect(!client.isClosed)
            client.send(FrameClient.request(201, "/never"))
            try await eventually("the connection is closed") { client.isClosed }
        }
    }

    @Test func `a ninth incomplete body is refused, and may be repeated`() async throws {
        try await Self.serve { port, certificate in
            let client = try await FrameClient.connect(port, certificate)
            defer { client.close() }
            for number in 0..<UInt32(9) { client.send(FrameClient.request(number * 2 + 1, "/size", post: true)) }
            try await eventually("the ninth stream is refused") { !client.frames(FrameClient.reset, 17).isEmpty }
            #expect(client.frames(FrameClient.reset, 17).first?.errorCode == Self.refusedStream)
            let end = FrameClient.endStream
            for number in 0..<UInt32(8) {
                client.send(FrameClient.frame(FrameClient.data, end, number * 2 + 1, [1, 2]))
            }
            try await eventually("the other bodies are answered") {
                (0..<UInt32(8)).allSatisfy { client.isAnswered($0 * 2 + 1) }
            }
            client.send(
                FrameClient.request(19, "/size", post: true) + FrameClient.frame(FrameClient.data, end, 19, [1])
            )
            try await eventually("there is room again") { client.isAnswered(19) }
        }
    }

    @Test func `the last bytes of a response carry its end`() async throws {
        try await Self.serve { port, certificate in
            let client = try await FrameClient.connect(port, certificate)
            defer { client.close() }
            client.send(FrameClient.request(1, "/name"))
            try await eventually("the request is answered") { client.isAnswered(1) }
            let frames = client.frames(FrameClient.data, 1)
            #expect(frames.map(\.payload) == [Array("named".utf8)])
            #expect(frames.map(\.flags) == [FrameClient.endStream])
        }
    }

    @Test func `a slow body is answered 408, and the connection stays`() async throws {
        try await Self.serve(ConnectionTimeouts(body: Self.short)) { port, certificate in
            let client = try await FrameClient.connect(port, certificate)
            defer { client.close() }
            client.send(FrameClient.request(1, "/size", post: true))
            try await eventually("the slow request is answered") { client.isAnswered(1) }
            let text = client.frames(FrameClient.data, 1).flatMap(\.payload)
            #expect(String(decoding: text, as: UTF8.self) == "The body of the request took too long.")
            client.send(FrameClient.request(3, "/name"))
            try await eventually("the connection serves requests") { client.isAnswered(3) }
        }
    }

    @Test func `an idle connection is closed, and one with a running request is not`() async throws {
        try await Self.serve(ConnectionTimeouts(idle: Self.short)) { port, certificate in
            let (idle, busy) = (
                try await FrameClient.connect(port, certificate), try await FrameClient.connect(port, certificate)
            )
            defer { busy.close() }
            busy.send(FrameClient.request(1, "/never"))
            idle.send(FrameClient.request(1, "/name"))
            try await Self.expectGoAway(idle, 0)
            #expect(!busy.isClosed)
        }
    }

    @Test func `a response that the client does not let proceed is given up, and others are not`() async throws {
        try await Self.serve(ConnectionTimeouts(answer: Self.short)) { port, certificate in
            // SETTINGS_INITIAL_WINDOW_SIZE 0: the client accepts no body.
            let client = try await FrameClient.connect(port, certificate, settings: [0, 4, 0, 0, 0, 0])
            defer { client.close() }
            client.send(FrameClient.request(1, "/large") + FrameClient.request(3, "/never"))
            try await eventually("the stream is reset") { !client.frames(FrameClient.reset, 1).isEmpty }
            #expect(client.frames(FrameClient.reset, 3).isEmpty)
            #expect(!client.isClosed)
        }
    }

    @Test func `unread responses of all streams count against the common limit`() async throws {
        try await Self.serve(unread: UnreadResponses(max: 300_000)) { port, certificate in
            let client = try await FrameClient.connect(port, certificate, settings: [0, 4, 0, 0, 0, 0])
            defer { client.close() }
            client.send(FrameClient.request(1, "/large"))
            try await eventually("the first response begins") { !client.frames(FrameClient.headers, 1).isEmpty }
            client.send(FrameClient.request(3, "/large"))
            try await eventually("the first one gives way") { !client.frames(FrameClient.reset, 1).isEmpty }
            #expect(client.frames(FrameClient.reset, 3).isEmpty)
        }
    }

    @Test func `a request with too many fields is answered 431`() async throws {
        try await Self.serve { port, certificate in
            let client = try await FrameClient.connect(port, certificate)
            defer { client.close() }
            // `accept: a`, without an entry in the table.
            let fields = (0..<101).flatMap { _ -> [UInt8] in [0x0F, 0x04, 1, UInt8(ascii: "a")] }
            client.send(FrameClient.request(1, "/name", more: fields))
            try await eventually("the request is answered") { client.isAnswered(1) }
            let head = client.frames(FrameClient.headers, 1).first.map(\.payload) ?? []
            // The static table has an entry for 200 (0x88), but none for 431: its text follows `:status`.
            #expect(head.first.map { $0 & 0x0F } == 8 && head.first != 0x88)
        }
    }

    @Test func `a client that never ends its handshake is disconnected`() async throws {
        try await Self.serve(ConnectionTimeouts(head: Self.short)) { port, _ in
            let silent = try PlainSocket.connect(port)
            defer { close(silent) }
            #expect(await PlainSocket.read(silent).isEmpty)
        }
    }

    @Test func `plain HTTP on the port of HTTPS ends the connection`() async throws {
        try await Self.serve { port, _ in
            let plain = try PlainSocket.connect(port)
            defer { close(plain) }
            try PlainSocket.write("GET /name HTTP/1.1\r\nHost: test\r\n\r\n", to: plain)
            #expect(await !PlainSocket.readToEnd(plain).contains("named"))
        }
    }

    @Test func `connections of an address beyond its limit are closed before their handshake`() async throws {
        let limiter = ConnectionLimiter(max: 1, exemptsLoopback: false)
        try await Self.serve(limiter: limiter) { port, certificate in
            let first = try await FrameClient.connect(port, certificate)
            first.send(FrameClient.request(1, "/name"))
            try await eventually("the first connection is served") { first.isAnswered(1) }
            let second = try PlainSocket.connect(port)
            defer { close(second) }
            #expect(await PlainSocket.read(second).isEmpty)
            first.close()
            try await eventually("the address has room again") {
                let third = try await FrameClient.connect(port, certificate)
                defer { third.close() }
                third.send(FrameClient.request(1, "/name"))
                try await eventually("a connection is served or closed") { third.isAnswered(1) || third.isClosed }
                return third.isAnswered(1)
            }
        }
    }

    @Test func `a server that stops finishes running requests, and closes idle connections`() async throws {
        let certificate = try TestCertificate()
        defer { certificate.remove() }
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (signs, sign) = AsyncStream.makeStream(of: Void.self)
        let router = Router()
        router.get("/long") { _, _ in
            begin.yield()
            for await _ in signs { break }
            return "ended"
        }
        let clients = AsyncStream.makeStream(of: FrameClient.self)
        async let answered: Void = {
            var (client, idle): (FrameClient?, FrameClient?) = (nil, nil)
            for await next in clients.stream { if client == nil { client = next } else { idle = next } }
            let (busy, quiet) = (try #require(client), try #require(idle))
            try await eventually("the idle connection is closed") { quiet.isClosed }
            #expect(!busy.isClosed)
            sign.yield()
            try await eventually("the response is complete") { busy.isAnswered(1) }
            try await eventually("the connection is closed") { busy.isClosed }
        }()
        try await withServer(router, security: try certificate.security) { port in
            let (busy, idle) = (
                try await FrameClient.connect(port, certificate), try await FrameClient.connect(port, certificate)
            )
            busy.send(FrameClient.request(1, "/long"))
            for await _ in begun { break }
            try await eventually("the idle client has settings") { !idle.frames.isEmpty }
            clients.continuation.yield(busy)
            clients.continuation.yield(idle)
            clients.continuation.finish()
        }
        try await answered
    }
}
