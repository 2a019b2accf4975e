import Glibc
import HTTPServer
import HTTPTestServer
import Hummingbird
import NIOCore
import TestSupport
import Testing

/// Connections without requests, or with slow ones.
@Suite(.timeLimit(.minutes(5)))
struct ConnectionTimeoutTests {
    /// Short enough for a test, but long enough for a test that is delayed.
    private static let short = TimeAmount.milliseconds(200)

    /// Runs the body beside a server.
    ///
    /// Its `/long` begins a response and ends it when the body yields.
    private static func serve(
        _ timeouts: ConnectionTimeouts,
        _ body: (UInt16, AsyncStream<Void>.Continuation) async throws -> Void
    ) async throws {
        let (signs, sign) = AsyncStream.makeStream(of: Void.self)
        let router = Router()
        router.get("/name") { _, _ in "named" }
        router.get("/long") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "begun"))
                    for await _ in signs { break }
                    try await writer.write(ByteBuffer(string: "ended"))
                    try await writer.finish(nil)
                }
            )
        }
        try await withServer(router, timeouts: timeouts) { port in try await body(port, sign) }
    }

    private static func ask(_ path: String, _ descriptor: Int32) throws {
        try PlainSocket.write("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n", to: descriptor)
    }

    @Test func `an idle connection is closed, and one with a running request is not`() async throws {
        try await Self.serve(ConnectionTimeouts(idle: Self.short)) { port, sign in
            let (silent, streaming) = (try PlainSocket.connect(port), try PlainSocket.connect(port))
            defer { for descriptor in [silent, streaming] { close(descriptor) } }
            try Self.ask("/long", streaming)
            #expect(await PlainSocket.read(streaming, until: "begun").contains("begun"))
            // Opened only now: an idle connection would be closed while a busy machine waits for the stream.
            let asking = try PlainSocket.connect(port)
            defer { close(asking) }
            try Self.ask("/name", asking)
            #expect(await PlainSocket.read(asking).hasSuffix("named"))
            for descriptor in [silent, asking] { #expect(await PlainSocket.read(descriptor).isEmpty) }
            // This connection has outlived the other two.
            sign.yield()
            #expect(await PlainSocket.read(streaming, until: "ended").contains("ended"))
        }
    }

    @Test func `an incomplete head is answered 408, even if its bytes arrive slowly`() async throws {
        try await Self.serve(ConnectionTimeouts(head: Self.short)) { port, _ in
            let slow = try PlainSocket.connect(port)
            defer { close(slow) }
            // A complete head does not affect the next one.
            try Self.ask("/name", slow)
            #expect(await PlainSocket.read(slow).hasSuffix("named"))
            for part in ["GET /na", "me HTTP/1.1\r\n", "Host: te"] { try PlainSocket.write(part, to: slow) }
            let answer = await PlainSocket.read(slow)
            #expect(answer.hasPrefix("http/1.1 408 "))
            #expect(answer.hasSuffix("the head of the request took too long."))
            #expect(await PlainSocket.read(slow).isEmpty)
        }
    }

    @Test func `a head in pieces is answered, and a body may take longer than a head`() async throws {
        try await Self.serve(ConnectionTimeouts(head: Self.short)) { port, _ in
            let (pieces, waiting) = (try PlainSocket.connect(port), try PlainSocket.connect(port))
            defer { for descriptor in [pieces, waiting] { close(descriptor) } }
            try PlainSocket.write("GET /name HT", to: pieces)
            try PlainSocket.write("TP/1.1\r\nHost: test\r\n\r\n", to: pieces)
            #expect(await PlainSocket.read(pieces).hasSuffix("named"))
            // The head and half of the body have arrived. When the slow head is answered, the timeout has passed.
            let begun = try PlainSocket.connect(port)
            defer { close(begun) }
            try PlainSocket.write("POST /name HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\n1", to: begun)
            try PlainSocket.write("GET", to: waiting)
            #expect(await PlainSocket.read(waiting).hasPrefix("http/1.1 408 "))
            try PlainSocket.write("2", to: begun)
            #expect(await PlainSocket.read(begun).hasPrefix("http/1.1 404 "))
        }
    }
}
