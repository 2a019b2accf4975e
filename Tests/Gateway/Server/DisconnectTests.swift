import Gateway
import Glibc
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOPosix
import TestSupport
import Testing

/// The server stops work on a request when its client disconnects.
@Suite(.timeLimit(.minutes(5)))
struct DisconnectTests {
    @Test func `a client that disconnects cancels its running request`() async throws {
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        let router = Router()
        router.get("/wait") { _, _ -> String in
            step.yield("begun")
            await withTaskCancellationHandler {
                // Runs until cancelled: the suite's time limit is shorter.
                try? await Task.sleep(for: .seconds(600))
            } onCancel: {
                step.yield("cancelled")
            }
            return ""
        }
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
            let descriptor = try PlainSocket.connect(UInt16(await ports.first { _ in true } ?? 0))
            try PlainSocket.write("GET /wait HTTP/1.1\r\nHost: test\r\n\r\n", to: descriptor)
            var iterator = steps.makeAsyncIterator()
            #expect(await iterator.next() == "begun")
            close(descriptor)
            #expect(await iterator.next() == "cancelled")
            group.cancelAll()
        }
    }
}
