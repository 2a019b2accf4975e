import Glibc
import HTTPServer
import HTTPTestServer
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

/// Clients that stop sending a body, or do not read a response.
@Suite(.timeLimit(.minutes(5)))
struct SlowClientTests {
    /// Short enough for a test, but long enough for a test that is delayed.
    private static let short = TimeAmount.milliseconds(200)
    /// More than the buffers of two sockets.
    private static let answerBytes = 32 << 20

    /// A limit above all responses of a test.
    private static var ample: UnreadResponses { UnreadResponses(max: 4 * answerBytes) }

    /// The outcomes of requests, one word each.
    private struct Words: Sendable {
        let words: AsyncStream<String>

        func next() async -> String? { await words.first { _ in true } }
    }

    /// Runs the body beside a server, which reports the outcomes of requests as words.
    private static func serve(
        _ timeouts: ConnectionTimeouts = ConnectionTimeouts(),
        limiter: ConnectionLimiter = ConnectionLimiter(),
        unread: UnreadResponses = UnreadResponses(),
        _ body: (UInt16, Words) async throws -> Void
    ) async throws {
        let (words, word) = AsyncStream.makeStream(of: String.self)
        let router = Router()
        router.post("/echo") { request, _ -> Response in
            do {
                var bytes = 0
                for try await chunk in request.body { bytes += chunk.readableBytes }
                word.yield("whole \(bytes)")
                return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "got \(bytes)")))
            } catch {
                word.yield("broken")
                throw error
            }
        }
        router.post("/refuse") { _, _ in Response(status: .contentTooLarge) }
        router.get("/large") { _, _ -> Response in
            let buffer = ByteBuffer(repeating: 0x20, count: answerBytes)
            return Response(
                status: .ok,
                body: ResponseBody(contentLength: answerBytes) { writer in
                    do {
                        try await writer.write(buffer)
                        try await writer.finish(nil)
                        word.yield("read")
                    } catch {
                        word.yield("unread")
                        throw error
                    }
                }
            )
        }
        try await withServer(router, timeouts: timeouts, limiter: limiter, unread: unread) { port in
            try await body(port, Words(words: words))
        }
    }

    private static func head(_ path: String, _ length: Int) -> String {
        "POST \(path) HTTP/1.1\r\nHost: test\r\nContent-Length: \(length)\r\n\r\n"
    }

    @Test func `an incomplete body is answered 408, and its request fails`() async throws {
        try await Self.serve(ConnectionTimeouts(body: Self.short)) { port, words in
            let parked = try PlainSocket.connect(port)
            defer { close(parked) }
            try PlainSocket.write(Self.head("/echo", 100) + "some of it", to: parked)
            let answer = await PlainSocket.read(parked, until: "took too long.")
            #expect(answer.hasPrefix("http/1.1 408 "))
            #expect(answer.hasSuffix("the body of the request took too long."))
            #expect(await words.next() == "broken")
            #expect(await PlainSocket.read(parked).isEmpty)
        }
    }

    @Test func `a body with slow bytes is answered 408, even if they arrive steadily`() async throws {
        // Received bytes do not extend the timeout here.
        try await Self.serve(ConnectionTimeouts(body: Self.short, bodyBytesPerSecond: .max)) { port, words in
            let slow = try PlainSocket.connect(port)
            defer { close(slow) }
            try PlainSocket.write(Self.head("/echo", 100_000_000), to: slow)
            let answer = Task { await PlainSocket.read(slow, until: "took too long.") }
            while send(slow, "x", 1, Int32(MSG_NOSIGNAL)) == 1, !Task.isCancelled {
                await Task.yield()
                if await Self.isReadable(slow) { break }
            }
            #expect(await answer.value.hasPrefix("http/1.1 408 "))
            #expect(await words.next() == "broken")
        }
    }

    @concurrent
    private static func isReadable(_ descriptor: Int32) async -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN | POLLHUP), revents: 0)
        return poll(&wanted, 1, 0) > 0
    }

    @Test func `a body in many pieces within the timeout is answered`() async throws {
        try await Self.serve { port, words in
            let client = try PlainSocket.connect(port)
            defer { close(client) }
            try PlainSocket.write(Self.head("/echo", 60_000), to: client)
            for _ in 0..<60 { try PlainSocket.write(String(repeating: "x", count: 1_000), to: client) }
            #expect(await words.next() == "whole 60000")
            #expect(await PlainSocket.read(client, until: "got").hasSuffix("got 60000"))
            // The connection remains usable.
            try PlainSocket.write(Self.head("/echo", 2) + "ab", to: client)
            #expect(await words.next() == "whole 2")
            #expect(await PlainSocket.read(client, until: "got").hasSuffix("got 2"))
        }
    }

    @Test func `a body that is refused early is not read to its end`() async throws {
        try await Self.serve { port, _ in
            let client = try PlainSocket.connect(port)
            defer { close(client) }
            try PlainSocket.write(Self.head("/refuse", 10_000_000) + "some of it", to: client)
            let answer = await PlainSocket.read(client, until: "\r\n\r\n")
            #expect(answer.hasPrefix("http/1.1 413 "))
            #expect(answer.contains("connection: close"))
            #expect(await PlainSocket.read(client).isEmpty)
        }
    }

    @Test func `a complete refused body leaves its connection open`() async throws {
        try await Self.serve { port, words in
            let client = try PlainSocket.connect(port)
            defer { close(client) }
            try PlainSocket.write(Self.head("/refuse", 3) + "all", to: client)
            let answer = await PlainSocket.read(client, until: "\r\n\r\n")
            #expect(answer.hasPrefix("http/1.1 413 ") && !answer.contains("connection: close"))
            try PlainSocket.write(Self.head("/echo", 3) + "all", to: client)
            #expect(await words.next() == "whole 3")
        }
    }

    @Test func `an unread response closes its connection`() async throws {
        try await Self.serve(ConnectionTimeouts(answer: Self.short), unread: Self.ample) { port, words in
            let slow = try PlainSocket.connect(port)
            defer { close(slow) }
            try PlainSocket.write("GET /large HTTP/1.1\r\nHost: test\r\n\r\n", to: slow)
            #expect(await words.next() == "unread")
        }
    }

    @Test func `the first of several unread responses is aborted if they use too much memory`() async throws {
        try await Self.serve(unread: UnreadResponses(max: Self.answerBytes + Self.answerBytes / 2)) { port, words in
            let slow = try (0..<2).map { _ in try PlainSocket.connect(port) }
            defer { for descriptor in slow { close(descriptor) } }
            for descriptor in slow {
                try PlainSocket.write("GET /large HTTP/1.1\r\nHost: test\r\n\r\n", to: descriptor)
            }
            #expect(await words.next() == "unread")
        }
    }

    @Test func `a large response continues while it is read`() async throws {
        try await Self.serve(unread: Self.ample) { port, words in
            let client = try PlainSocket.connect(port)
            defer { close(client) }
            try PlainSocket.write("GET /large HTTP/1.1\r\nHost: test\r\n\r\n", to: client)
            #expect(await PlainSocket.discard(Self.answerBytes, from: client) >= Self.answerBytes)
            #expect(await words.next() == "read")
        }
    }

    @Test func `a client is given up if it reads less than the minimum between two looks`() {
        let (large, minimum) = (10 << 20, ConnectionTimeouts.answerBytesMin)
        var progress = ReadProgress(unwritten: large)
        let first = progress.isSufficient(unwritten: large - minimum)
        let second = progress.isSufficient(unwritten: large - 2 * minimum)
        #expect(first && second, "each look begins at the one before")
        let third = progress.isSufficient(unwritten: large - 3 * minimum + 1)
        #expect(!third)
    }

    @Test func `a connection above the limit of its address is answered 429`() async throws {
        let limiter = ConnectionLimiter(max: 1, exemptsLoopback: false)
        try await Self.serve(limiter: limiter) { port, words in
            let first = try PlainSocket.connect(port)
            try PlainSocket.write(Self.head("/echo", 1) + "x", to: first)
            #expect(await words.next() == "whole 1")
            let second = try PlainSocket.connect(port)
            defer { close(second) }
            let answer = await PlainSocket.read(second, until: "}")
            #expect(answer.hasPrefix("http/1.1 429 "))
            #expect(answer.contains("retry-after: 1") && answer.contains("too many connections"))
            close(first)
            // The count decreases only when the server has detected the disconnection.
            var isAnswered = false
            while !isAnswered {
                let third = try PlainSocket.connect(port)
                defer { close(third) }
                let request = Array((Self.head("/echo", 1) + "x").utf8)
                _ = send(third, request, request.count, Int32(MSG_NOSIGNAL))
                isAnswered = await PlainSocket.read(third).hasPrefix("http/1.1 200 ")
            }
        }
    }

    @Test func `a head above the size limit is refused`() async throws {
        try await Self.serve { port, _ in
            let client = try PlainSocket.connect(port)
            defer { close(client) }
            let field = String(repeating: "x", count: 9_000)
            try PlainSocket.write("GET /name HTTP/1.1\r\nHost: test\r\nA: \(field)\r\nB: \(field)\r\n", to: client)
            #expect(await PlainSocket.read(client).hasPrefix("http/1.1 400 "))
        }
    }

    @Test func `every response has nosniff and no-store headers`() async throws {
        try await Self.serve { port, _ in
            let client = try PlainSocket.connect(port)
            defer { close(client) }
            try PlainSocket.write(Self.head("/echo", 1) + "x", to: client)
            let answer = await PlainSocket.read(client, until: "got")
            #expect(answer.contains("\r\nx-content-type-options: nosniff\r\n"))
            #expect(answer.contains("\r\ncache-control: no-store\r\n"))
        }
    }
}
