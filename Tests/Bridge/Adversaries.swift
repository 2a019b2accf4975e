import Bridge
import ServiceKit
import TestSupport
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// Connections that send the first half of a greeting, and no more data.
final class HalfHandshakes {
    private static let greeting: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F]

    private var descriptors: [Int32]
    private var greeted: Set<Int32> = []

    init(_ count: Int, _ port: UInt16, from source: String) throws {
        descriptors = try (0..<count).map { _ in try PlainSocket.beginConnect(port, from: source) }
    }

    /// Greets on connections that are made, and returns the number of connections that are made and not ended.
    func proceed() -> Int {
        let made = descriptors.filter(PlainSocket.isConnected)
        for descriptor in made where greeted.insert(descriptor).inserted {
            // The bridge may have ended the connection already.
            try? PlainSocket.write(Self.greeting, to: descriptor)
        }
        return made.count { !PlainSocket.isEnded($0) }
    }

    /// Gives up the connections that are not made yet.
    func closeWaiting() {
        let waiting = descriptors.filter { !PlainSocket.isConnected($0) && !PlainSocket.isEnded($0) }
        for descriptor in waiting { Glibc.close(descriptor) }
        descriptors.removeAll(where: waiting.contains)
    }

    func close() {
        for descriptor in descriptors { Glibc.close(descriptor) }
    }
}

/// Connections that send nothing, each from an address of its own.
final class IdleConnections {
    private let port: UInt16
    private var descriptors: [Int32?]

    init(_ count: Int, _ port: UInt16) {
        self.port = port
        descriptors = Array(repeating: nil, count: count)
    }

    /// Makes each connection, and makes those again that were ended.
    func reopen() {
        for (index, descriptor) in descriptors.enumerated() {
            if let descriptor {
                guard PlainSocket.isEnded(descriptor) else { continue }
                Glibc.close(descriptor)
            }
            descriptors[index] = try? PlainSocket.beginConnect(port, from: "127.0.1.\(index + 1)")
        }
    }

    func close() {
        for case let descriptor? in descriptors { Glibc.close(descriptor) }
        descriptors = []
    }
}

/// Handshakes of an unlisted key from one address; each is given up while the next ones begin.
final class HandshakeFlood {
    /// The source address, which no other client of the test has.
    private static let source = "127.0.0.9"
    /// The handshakes at once; each lasts for as many rounds.
    private static let atOnce = 32

    private let context: ZeroMQContext
    private let endpoint: String
    private let keys = CurveKeyPair.make()
    private let serverKey: [UInt8]
    private var sockets: [ZeroMQSocket] = []
    /// The number of handshakes that were begun.
    private(set) var count = 0

    init(of fixture: BridgeFixture) throws {
        context = try ZeroMQContext()
        endpoint = "tcp://\(Self.source):0;\(fixture.address.host):\(fixture.address.port)"
        serverKey = fixture.nearKeys.publicKey.bytes
    }

    /// Begins one handshake, and gives up the oldest.
    func proceed() throws {
        if sockets.count == Self.atOnce { sockets.removeFirst() }
        // libzmq releases closed sockets with a delay. Until then it has no room for others.
        guard let socket = try? ZeroMQSocket(context, .dealer) else { return }
        try socket.set(.linger, 0)
        try socket.set(.reconnectInterval, -1)
        try socket.configureCurveClient(publicKey: keys.publicKey.bytes, secretKey: keys.secret, serverKey: serverKey)
        try socket.connect(endpoint)
        sockets.append(socket)
        count += 1
    }
}
