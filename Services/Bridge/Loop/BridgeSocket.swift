import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// The options of all sockets of libzmq, and limits of descriptors.
enum BridgeSocket {
    /// The maximum number of connections that wait to be accepted.
    static let backlog = 256
    /// Descriptors of an accepted connection: libzmq's, its duplicate, and the one to the broker.
    private static let descriptorsPerConnection = 3
    /// Descriptors of a handshake: libzmq's and its duplicate.
    private static let descriptorsPerHandshake = 2
    /// Connections and handshakes may use a third of the descriptors each; the last third is for everything else.
    private static let descriptorShares = 3
    /// The number of descriptors that new connections leave free, and the same as a part of a low limit.
    ///
    /// They are for connections to brokers and for connections that are accepted before new ones can be stopped.
    private static let (reservedMax, reservedShare) = (32, 16)
    /// The limit of descriptors to assume if the system does not report one.
    private static let descriptorsDefault = 1_024

    /// How many descriptors this process may have; another process can change it at any time.
    private static var descriptorsMax: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return descriptorsDefault }
        return Int(clamping: limit.rlim_cur)
    }

    /// The maximum number of connections, given the descriptors of this process.
    static var connectionsMax: Int { max(1, descriptorsMax / descriptorsPerConnection / descriptorShares) }

    /// The maximum number of connections without an opening frame, given the descriptors of this process.
    static var handshakesMax: Int {
        min(HandshakeBounds<Int32>.countMax, max(1, descriptorsMax / descriptorsPerHandshake / descriptorShares))
    }

    /// Whether a new descriptor is one of the last that this process may have.
    ///
    /// The system assigns the lowest free number, so all lower numbers are in use.
    static func isReserved(_ descriptor: Int32) -> Bool {
        let limit = descriptorsMax
        return Int(descriptor) >= limit - min(reservedMax, limit / reservedShare)
    }

    /// The interval of checks of files and counters that change rarely, in nanoseconds.
    static let sweepNs: UInt64 = 1_000_000_000
    /// The timeout of a handshake, which takes three round trips, in milliseconds.
    private static let handshakeMs = 5_000
    /// A silent host is detected within three seconds: a heartbeat after one, and two for the answer.
    private static let heartbeatMs = 1_000
    private static let heartbeatTimeoutMs = 2_000
    /// The number of received frames of one connection that wait for this process.
    ///
    /// libzmq's thread does not read a connection further. The bound is far above what credits allow of frames of usual
    /// size, and it holds for a peer without credit, until it is ended.
    private static let receivedMax = 256

    /// Sets the common options.
    ///
    /// - Throws: `ZeroMQError` if libzmq refuses an option.
    static func configure(_ socket: ZeroMQSocket) throws(ZeroMQError) {
        // A socket that lingers while the other side sends can abort in libzmq 4.3.4, when a heartbeat falls due.
        try socket.set(.linger, 0)
        // Relays bound the waiting data. At a high-water mark, a ROUTER would not queue a frame.
        try socket.set(.sendHighWaterMark, 0)
        try socket.set(.receiveHighWaterMark, receivedMax)
        try socket.set(.maxMessageSize, Envelope.lengthMax)
        try socket.set(.ipv6, 1)
        try socket.set(.handshakeInterval, handshakeMs)
        try socket.set(.heartbeatInterval, heartbeatMs)
        try socket.set(.heartbeatTimeout, heartbeatTimeoutMs)
    }
}
