import Glibc
import HTTPServer
import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle
import TestSupport
import Testing

/// A server on a socket that outlives it, and the effect of its shutdown on clients.
@Suite(.timeLimit(.minutes(5)))
struct HTTPServerTests {
    private static func ask(_ descriptor: Int32) throws {
        try PlainSocket.write("GET /name HTTP/1.1\r\nHost: test\r\n\r\n", to: descriptor)
    }

    /// Returns a server that answers its name, and the group that runs it.
    private static func server(
        _ name: String,
        on descriptor: Int32,
        capacity: ConnectionCapacity = ConnectionCapacity()
    ) -> (HTTPServer, ServiceGroup) {
        let router = Router()
        router.get("/name") { _, _ in name }
        let logger = Logger.silent
        let server = HTTPServer(
            router.buildResponder(),
            at: .inherited(dup(descriptor)),
            group: .singleton,
            logger: logger,
            capacity: capacity
        )
        return (server, ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger)))
    }

    @Test func `no client is refused or disconnected while one server replaces another`() async throws {
        let (socket, port) = try PlainSocket.listen()
        defer { close(socket) }
        let (_, first) = Self.server("first", on: socket)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await first.run() }
            let connected = try PlainSocket.connect(port)
            defer { close(connected) }
            try Self.ask(connected)
            let before = await PlainSocket.read(connected)
            #expect(before.hasSuffix("first") && !before.contains("connection: close"))

            await first.triggerGracefulShutdown()
            // Each open connection gets one more response, marked as the last.
            try await Self.askUntilLast(connected)
            try await tasks.next()
            // A new connection waits for the next server.
            let waiting = try PlainSocket.connect(port)
            defer { close(waiting) }
            try Self.ask(waiting)
            let (_, second) = Self.server("second", on: socket)
            tasks.addTask { try await second.run() }
            let after = await PlainSocket.read(waiting)
            #expect(after.hasSuffix("second"))
            await second.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func askUntilLast(_ descriptor: Int32) async throws {
        while true {
            try ask(descriptor)
            let answer = await PlainSocket.read(descriptor)
            try #require(answer.hasSuffix("first"))
            if answer.contains("connection: close") { return }
        }
    }

    @Test func `a server that cannot accept any more ends with an error despite open connections`() async throws {
        let (socket, port) = try PlainSocket.listen()
        defer { close(socket) }
        let (_, group) = Self.server("first", on: socket)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let connected = try PlainSocket.connect(port)
            defer { close(connected) }
            try Self.ask(connected)
            let answer = await PlainSocket.read(connected)
            #expect(answer.hasSuffix("first"))
            // The socket stops listening for all processes that share it.
            shutdown(socket, Int32(SHUT_RDWR))
            await #expect(throws: (any Error).self) { try await tasks.next() }
            #expect(await PlainSocket.read(connected).isEmpty)
        }
    }

    @Test func `a connection beyond the capacity waits until another one ends`() async throws {
        let (socket, port) = try PlainSocket.listen()
        defer { close(socket) }
        // So few descriptors that one connection is the capacity.
        let (_, group) = Self.server("first", on: socket, capacity: ConnectionCapacity(descriptors: 16))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let connected = try PlainSocket.connect(port)
            try Self.ask(connected)
            #expect(await PlainSocket.read(connected).hasSuffix("first"))
            let waiting = try PlainSocket.connect(port)
            defer { close(waiting) }
            try Self.ask(waiting)
            for _ in 0..<50 {
                try Self.ask(connected)
                #expect(await PlainSocket.read(connected).hasSuffix("first"))
            }
            var interest = pollfd(fd: waiting, events: Int16(POLLIN), revents: 0)
            #expect(poll(&interest, 1, 0) == 0)
            close(connected)
            #expect(await PlainSocket.read(waiting).hasSuffix("first"))
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `dates are written in HTTP format`() {
        #expect(DateHeader.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(DateHeader.text(of: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }
}
