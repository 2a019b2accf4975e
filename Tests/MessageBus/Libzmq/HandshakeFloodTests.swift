import CZeroMQ
import Contracts
import MessageBus
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Tests many connections to a Unix socket that do not use ZMTP, or stop during a handshake.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HandshakeFloodTests {
    /// The beginning of a valid greeting.
    private static let greeting: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + Array("NULL".utf8)

    /// Returns what a connection that stops during the greeting has sent.
    private static func beginning(_ number: Int) -> [UInt8] { Array(greeting.prefix(number % (greeting.count + 1))) }

    private static func connect(_ path: String, sending bytes: [UInt8]) throws -> Int32 {
        let descriptor = try #require(connectedSocket(path))
        // Fails if the broker has closed the connection already.
        try? PlainSocket.write(bytes, to: descriptor)
        return descriptor
    }

    /// Waits until the other side has closed all connections.
    private static func waitUntilClosed(_ descriptors: [Int32]) throws {
        // The newest connection is closed last.
        guard let last = descriptors.last else { return }
        try eventuallyBlocking("all connections are closed", pause: .zero) {
            if descriptors.allSatisfy(PlainSocket.isEnded) { return true }
            var item = pollfd(fd: last, events: Int16(POLLIN), revents: 0)
            _ = poll(&item, 1, 10)
            return false
        }
    }

    @Test(arguments: ["r1", "m"])
    func `invalid and unfinished handshakes are closed, and libzmq is served meanwhile`(name: String) async throws {
        try await BusFixture.run { fixture in
            let path = "\(fixture.directory)/\(name)"
            try await fixture.withClient([fixture.bus("worker").servingEcho(as: "worker")]) { client in
                _ = try await client.call(Echo(text: "the broker is there"), .own())
                try await withLibzmq {
                    let served = try LibzmqSocket(.dealer, to: fixture.requestsEndpoint)
                    let halves = try (0..<100).map { try Self.connect(path, sending: Self.beginning($0)) }
                    defer { for descriptor in halves { close(descriptor) } }
                    for number in 0..<500 {
                        let junk = try Self.connect(path, sending: [UInt8(number % 255), 1, 2, 3])
                        defer { close(junk) }
                        if number % 10 == 0 {
                            try served.send(try LibzmqMessages.echo("\(number)"))
                            #expect(try LibzmqMessages.text(ofReply: try served.receive()) == "\(number)")
                        }
                        try Self.waitUntilClosed([junk])
                    }
                    try Self.waitUntilClosed(halves)
                }
            }
        }
    }

    @Test func `unfinished handshakes do not keep external peers from connecting`() async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let first = try LibzmqSocket(.dealer, to: fixture.externalEndpoint)
                try first.send(LibzmqMessages.request("mmi.service", [Array("none".utf8)]))
                _ = try first.receive()
                let path = "\(fixture.directory)/m"
                // As many as may be connected, if the descriptors suffice.
                let halves = try (0..<256).map { try Self.connect(path, sending: Self.beginning($0)) }
                defer { for descriptor in halves { close(descriptor) } }
                for count in 1...3 {
                    let client = try LibzmqSocket(.dealer, to: fixture.externalEndpoint)
                    try client.send(LibzmqMessages.request("mmi.service", [Array("none".utf8)]))
                    #expect(try client.receive().last == Array("404".utf8))
                    // The broker closed the oldest connections before their timeout.
                    #expect((1...5).contains(halves.count(where: PlainSocket.isEnded)), "\(count)")
                }
            }
        }
    }
}
