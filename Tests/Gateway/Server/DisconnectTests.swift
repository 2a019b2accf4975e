import Gateway
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
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
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            let descriptor = try Self.connect(await ports.first { _ in true } ?? 0)
            Self.send("GET /wait HTTP/1.1\r\nHost: test\r\n\r\n", descriptor)
            var iterator = steps.makeAsyncIterator()
            #expect(await iterator.next() == "begun")
            close(descriptor)
            #expect(await iterator.next() == "cancelled")
            group.cancelAll()
        }
    }

    private static func connect(_ port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = UInt16(port).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Glibc.connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        return descriptor
    }

    private static func send(_ text: String, _ descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}
