import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// What both sides set on their sockets of libzmq, and why.
enum BridgeSocket {
    /// Connections that may wait to be accepted.
    static let backlog = 256
    /// Descriptors of a connection at the listening side: libzmq's, its duplicate, and the one to the broker.
    static let descriptorsPerConnection = 3
    /// Descriptors of a handshake: libzmq's and its duplicate.
    static let descriptorsPerHandshake = 2
    /// Connections and handshakes have a third of the descriptors each; the last third is for all else.
    static let descriptorShares = 3
    /// Descriptors that are assumed if the system does not say how many there may be.
    private static let descriptorsDefault = 1_024

    /// Returns how many descriptors this process may have.
    static func descriptorsMax() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return descriptorsDefault }
        return Int(clamping: limit.rlim_cur)
    }

    /// Between two looks at files and counters that change rarely, in nanoseconds.
    static let sweepNs: UInt64 = 1_000_000_000
    /// A handshake takes three round trips; the rest is for slow networks.
    private static let handshakeMs = 5_000
    /// A silent host is known to be away within three seconds: a heartbeat after one, and two for the answer.
    private static let heartbeatMs = 1_000
    private static let heartbeatTimeoutMs = 2_000

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
        try socket.set(.heartbeatTimeout, heartbeatTimeoutMs)
    }
}
