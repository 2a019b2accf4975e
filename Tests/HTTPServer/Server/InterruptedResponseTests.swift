import Glibc
import Hummingbird
import NIOCore
import TestSupport
import Testing

/// An interrupted response lacks its last chunk, because its status has been sent already.
@Suite(.timeLimit(.minutes(5)))
struct InterruptedResponseTests {
    private struct Broken: Error {}

    @Test func `an interrupted response ends the connection without the last chunk`() async throws {
        let router = Router()
        router.get("/broken") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "begun"))
                    throw Broken()
                }
            )
        }
        try await withApplication(router) { port in
            let descriptor = try PlainSocket.connect(port)
            defer { close(descriptor) }
            try PlainSocket.write("GET /broken HTTP/1.1\r\nHost: test\r\n\r\n", to: descriptor)
            let answer = await PlainSocket.readToEnd(descriptor)
            #expect(answer.contains("\r\n\r\n5\r\nbegun\r\n"))
            #expect(!answer.hasSuffix("0\r\n\r\n"))
        }
    }
}

/// The server stops work on a request when its client disconnects.
@Suite(.timeLimit(.minutes(5)))
struct DisconnectTests {
    @Test func `a client that disconnects cancels its running request`() async throws {
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        let router = Router()
        router.get("/wait") { _, _ -> String in
            step.yield("begun")
            await withTaskCancellationHandler {
                try? await waitForCancellation()
            } onCancel: {
                step.yield("cancelled")
            }
            return ""
        }
        try await withApplication(router) { port in
            let descriptor = try PlainSocket.connect(port)
            try PlainSocket.write("GET /wait HTTP/1.1\r\nHost: test\r\n\r\n", to: descriptor)
            var iterator = steps.makeAsyncIterator()
            #expect(await iterator.next() == "begun")
            close(descriptor)
            #expect(await iterator.next() == "cancelled")
        }
    }
}
