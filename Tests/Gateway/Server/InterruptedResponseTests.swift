import Gateway
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
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
            let number = await ports.first { _ in true } ?? 0
            let answer = try await Self.answer(number)
            #expect(answer.contains("\r\n\r\n5\r\nbegun\r\n"))
            #expect(!answer.hasSuffix("0\r\n\r\n"))
            group.cancelAll()
        }
    }

    /// Reads until the server closes the connection.
    @concurrent
    private static func answer(_ port: Int) async throws -> String {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = UInt16(port).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        let request = Array("GET /broken HTTP/1.1\r\nHost: test\r\n\r\n".utf8)
        try #require(write(descriptor, request, request.count) == request.count)
        var (answer, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += chunk[..<count]
        }
    }
}
