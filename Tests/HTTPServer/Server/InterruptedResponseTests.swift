import Glibc
import HTTPServer
import Hummingbird
import HummingbirdCore
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

/// Runs the body beside an application on a port of this host, and cancels the application afterwards.
private func withApplication(
    _ router: Router<BasicRequestContext>,
    _ body: (UInt16) async throws -> Void
) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
        router: router,
        server: HTTPServerBuilder { PinnedConnections(responder: $0) },
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
        logger: .silent
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.run() }
        try await body(UInt16(await ports.first { _ in true } ?? 0))
        group.cancelAll()
    }
}
