import Gateway
import Glibc
import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle
import Testing

/// A server on a socket that outlives it, and what those who are connected see of its end.
@Suite(.timeLimit(.minutes(1)))
struct HTTPServerTests {
    /// A socket that listens, as a service manager opens it; and its port.
    private static func listeningSocket() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        try #require(isListening)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func connect(_ port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        return descriptor
    }

    private static func ask(_ descriptor: Int32) throws {
        let request = Array("GET /name HTTP/1.1\r\nHost: test\r\n\r\n".utf8)
        try #require(write(descriptor, request, request.count) == request.count)
    }

    /// What comes next on a connection, lower case; empty when it ends.
    @concurrent
    private static func read(_ descriptor: Int32) async -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).lowercased()
    }

    /// A server that answers its name, and what stops it.
    private static func server(_ name: String, on descriptor: Int32) -> (HTTPServer, ServiceGroup) {
        let router = Router()
        router.get("/name") { _, _ in name }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = HTTPServer(
            router.buildResponder(),
            at: .inherited(dup(descriptor)),
            group: .singleton,
            logger: logger
        )
        return (server, ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger)))
    }

    @Test func `nobody is refused or cut off while one server gives way to the next`() async throws {
        let (socket, port) = try Self.listeningSocket()
        defer { close(socket) }
        let (_, first) = Self.server("first", on: socket)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await first.run() }
            let connected = try Self.connect(port)
            defer { close(connected) }
            try Self.ask(connected)
            let before = await Self.read(connected)
            #expect(before.hasSuffix("first") && !before.contains("connection: close"))

            await first.triggerGracefulShutdown()
            // Whoever is connected gets one answer more, and learns that it is the last.
            try await Self.askUntilLast(connected)
            try await tasks.next()
            // Whoever comes now waits for the next server.
            let waiting = try Self.connect(port)
            defer { close(waiting) }
            try Self.ask(waiting)
            let (_, second) = Self.server("second", on: socket)
            tasks.addTask { try await second.run() }
            let after = await Self.read(waiting)
            #expect(after.hasSuffix("second"))
            await second.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func askUntilLast(_ descriptor: Int32) async throws {
        while true {
            try ask(descriptor)
            let answer = await read(descriptor)
            try #require(answer.hasSuffix("first"))
            if answer.contains("connection: close") { return }
        }
    }

    @Test func `dates are written as HTTP has them`() {
        #expect(DateHeader.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(DateHeader.text(of: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }
}
