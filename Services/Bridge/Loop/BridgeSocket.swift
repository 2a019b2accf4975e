import ZeroMQ

/// What both sides set on their sockets of libzmq, and why.
enum BridgeSocket {
    /// Connections that may wait to be accepted.
    static let backlog = 256
    /// Between two looks at files and counters that change rarely, in nanoseconds.
    static let sweepNs: UInt64 = 1_000_000_000
    /// A handshake of a bridge takes two journeys there and back.
    private static let handshakeMs = 5_000
    /// A host that is silent is known to be dead within three seconds: asked after one, and given two.
    private static let heartbeatMs = 1_000
    private static let silenceMaxMs = 2_000

    /// Sets what both sides have in common.
    ///
    /// - Throws: `ZeroMQError` if libzmq does not take an option.
    static func configure(_ socket: ZeroMQSocket) throws(ZeroMQError) {
        // A socket that lingers while the other side sends can abort in libzmq 4.3.4, when a heartbeat falls due.
        try socket.set(.linger, 0)
        // Credits bound what waits. At a high-water mark a ROUTER would drop messages.
        try socket.set(.sendHighWaterMark, 0)
        try socket.set(.receiveHighWaterMark, 0)
        try socket.set(.maxMessageSize, Envelope.lengthMax)
        try socket.set(.ipv6, 1)
        try socket.set(.handshakeInterval, handshakeMs)
        try socket.set(.heartbeatInterval, heartbeatMs)
        try socket.set(.heartbeatTimeout, silenceMaxMs)
    }
}
