import Bridge
import ServiceKit
import ZeroMQ

/// A far bridge that sends arbitrary frames of a test.
final class RawBridge {
    private let socket: ZeroMQSocket
    private let monitor: ZeroMQMonitor
    private let message = ZeroMQMessage()
    private var sequence: UInt64 = 0
    private var kinds: Set<Envelope.Kind> = []
    private var hasEnded = false

    /// Begins to connect to the near bridge with the far bridge's key.
    ///
    /// - Parameters:
    ///   - fixture: The hosts.
    ///   - unreadMax: The number of frames that libzmq receives before this object reads them.
    /// - Throws: `ZeroMQError` if libzmq cannot make the socket.
    init(of fixture: BridgeFixture, unreadMax: Int = 1_000) throws {
        let context = try ZeroMQContext()
        socket = try ZeroMQSocket(context, .dealer)
        try socket.set(.linger, 0)
        try socket.set(.reconnectInterval, -1)
        try socket.set(.sendHighWaterMark, 0)
        try socket.set(.receiveHighWaterMark, unreadMax)
        try socket.configureCurveClient(
            publicKey: fixture.farKeys.publicKey.bytes,
            secretKey: fixture.farKeys.secret,
            serverKey: fixture.nearKeys.publicKey.bytes
        )
        monitor = try ZeroMQMonitor(socket)
        try socket.connect("\(fixture.address)")
    }

    func send(_ kind: Envelope.Kind, _ body: [UInt8]) throws {
        _ = try socket.send(Envelope.written(kind, sequence, body))
        sequence += 1
    }

    /// Returns whether a frame of a kind was received.
    func received(_ kind: Envelope.Kind) throws -> Bool {
        while try socket.receive(message) {
            kinds.insert(try message.array.withUnsafeBytes { try Envelope($0).kind })
        }
        return kinds.contains(kind)
    }

    /// Returns whether the near bridge has ended the connection.
    func isEnded() throws -> Bool {
        while let event = try monitor.next() {
            if case .disconnected = event { hasEnded = true }
        }
        return hasEnded
    }
}
