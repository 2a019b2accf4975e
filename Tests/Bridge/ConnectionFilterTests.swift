import Bridge
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Connections that the system drops, or that are refused, before libzmq accepts them.
struct ConnectionFilterTests {
    private static let (dropped, other) = ("127.0.0.2", "127.0.0.3")
    private static let droppedNetwork: [UInt8] = [127, 0, 0, 2]
    /// The limit of a wait for data of a connection, which arrive at once.
    private static let dataWithinMs: Int32 = 10_000

    @Test func `connections of a dropped network wait until the filter is open, and others connect`() async throws {
        let listener = try PlainSocket.listen()
        defer { close(listener.descriptor) }
        #expect(ConnectionFilter(dropped: [Self.droppedNetwork]).apply(to: listener.descriptor))
        let waiting = try PlainSocket.beginConnect(listener.port, from: Self.dropped)
        defer { close(waiting) }
        let accepted = try PlainSocket.connect(listener.port, from: Self.other)
        defer { close(accepted) }
        #expect(!PlainSocket.isConnected(waiting))
        #expect(ConnectionFilter().apply(to: listener.descriptor))
        // The system repeats the first packet after one second, and after two more.
        try await eventually("the waiting connection is made") { PlainSocket.isConnected(waiting) }
    }

    @Test func `a closed filter drops all connections except those of exempt networks`() throws {
        let listener = try PlainSocket.listen()
        defer { close(listener.descriptor) }
        let filter = ConnectionFilter(dropsOthers: true, exempt: [Self.droppedNetwork])
        #expect(filter.apply(to: listener.descriptor))
        let attempts = try [Self.other, Self.dropped].map { try PlainSocket.beginConnect(listener.port, from: $0) }
        defer { for descriptor in attempts { close(descriptor) } }
        #expect(attempts.map(PlainSocket.isConnected) == [false, true])
        #expect(ConnectionFilter.closed.apply(to: listener.descriptor))
        let third = try PlainSocket.beginConnect(listener.port, from: Self.dropped)
        defer { close(third) }
        #expect(!PlainSocket.isConnected(third))
    }

    @Test func `a connection made before is not affected by a filter`() throws {
        let listener = try PlainSocket.listen()
        defer { close(listener.descriptor) }
        let client = try PlainSocket.connect(listener.port, from: Self.dropped)
        defer { close(client) }
        let server = accept(listener.descriptor, nil, nil)
        defer { close(server) }
        #expect(ConnectionFilter.closed.apply(to: listener.descriptor))
        try PlainSocket.write([1], to: client)
        var report = pollfd(fd: server, events: Int16(POLLIN), revents: 0)
        #expect(poll(&report, 1, Self.dataWithinMs) == 1)
    }

    @Test(.enabled(if: PlainSocket.hasIPv6))
    func `a filter compares the first 64 bits of IPv6 addresses`() throws {
        let listener = try PlainSocket.listen(isIPv6: true)
        defer { close(listener.descriptor) }
        // The address ::1 belongs to the network of zeros.
        let networks: [[UInt8]] = [
            [0x20, 1, 0xD, 0xB8, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1], Array(repeating: 0, count: 8),
        ]
        for (count, isConnected) in [(2, true), (3, false)] {
            #expect(ConnectionFilter(dropped: Set(networks.prefix(count))).apply(to: listener.descriptor))
            let attempt = try PlainSocket.beginConnect(listener.port, isIPv6: true)
            defer { close(attempt) }
            #expect(PlainSocket.isConnected(attempt) == isConnected)
        }
    }

    @Test func `waiting connections are refused without blocking, and the others are not`() throws {
        let listener = try PlainSocket.listen()
        defer { close(listener.descriptor) }
        let made = ListeningSocket(listener.descriptor)
        let socket = try #require(made)
        let waiting = try (0..<5).map { _ in try PlainSocket.connect(listener.port) }
        defer { for descriptor in waiting { close(descriptor) } }
        let first = accept(listener.descriptor, nil, nil)
        defer { close(first) }
        #expect(socket.refuseWaiting() == 4)
        #expect(socket.refuseWaiting() == 0)
        #expect(waiting.map(PlainSocket.isEnded) == [false, true, true, true, true])
    }

    @Test func `dropped attempts are counted`() throws {
        let listener = try PlainSocket.listen()
        defer { close(listener.descriptor) }
        let made = ListeningSocket(listener.descriptor)
        let socket = try #require(made)
        #expect(socket.apply(.closed))
        let attempts = try (0..<3).map { _ in try PlainSocket.beginConnect(listener.port) }
        defer { for descriptor in attempts { close(descriptor) } }
        #expect(socket.countDropped() == 3)
        #expect(socket.apply(ConnectionFilter()))
        #expect(socket.countDropped() == 0)
    }
}
