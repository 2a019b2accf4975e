import Contracts

#if canImport(Glibc)
import Glibc
#endif

/// The connections that the listening socket has accepted, by their descriptors in libzmq.
///
/// libzmq may close a descriptor at any time, and the system may then reuse its number for another file. So each
/// connection has a duplicate descriptor, which refers to the connection until this class closes it.
final class AcceptedConnections {
    /// The result of recording an accepted connection.
    enum AddResult {
        /// The connection may continue.
        case added
        /// Too many handshakes are in progress; this connection or an older one was ended.
        case tooManyHandshakes
        /// The client's network makes connections too often; this one was ended.
        case tooOften
        /// Few descriptors are left, or none for the duplicate. The connection is ended as soon as possible.
        case noDescriptor
    }

    private final class Connection {
        let duplicate: Int32
        let network: [UInt8]
        let acceptedAt: UInt64

        init(_ duplicate: Int32, _ acceptedAt: UInt64) {
            self.duplicate = duplicate
            network = PeerNetwork.ofPeer(duplicate)
            self.acceptedAt = acceptedAt
        }

        deinit { close(duplicate) }
    }

    /// The timeout for the first message of a connection, in nanoseconds.
    private let openingMaxNs: UInt64
    private var connections: [Int32: Connection] = [:]
    private var unopened = HandshakeBounds<Int32>()
    private var rates = ConnectionRates()
    /// Connections without a duplicate, which must be ended.
    private var unduplicated: Set<Int32> = []
    /// A descriptor to use as duplicate when the system has none left; otherwise it refers to `/dev/null`.
    private let spare = AcceptedConnections.openNull()
    private let null = AcceptedConnections.openNull()

    /// - Parameter openingMaxNs: The timeout for the first message of a connection, in nanoseconds.
    init(openingMaxNs: UInt64) { self.openingMaxNs = openingMaxNs }

    deinit {
        close(spare)
        close(null)
    }

    private static func openNull() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

    var count: Int { connections.count }

    /// The number of connections without an opening frame.
    var unopenedCount: Int { unopened.count + unduplicated.count }

    /// Calls a body with each connection's descriptor in libzmq and its duplicate.
    ///
    /// Only the duplicate is safe to use, because it cannot refer to another file.
    func forEachConnection(_ body: (_ descriptor: Int32, _ duplicate: Int32) -> Void) {
        for (descriptor, connection) in connections { body(descriptor, connection.duplicate) }
    }

    /// Records an accepted connection.
    func add(_ descriptor: Int32, _ now: UInt64) -> AddResult {
        guard let duplicate = Self.duplicate(descriptor) else {
            // libzmq has already closed the connection.
            guard errno != EBADF else { return .added }
            unduplicated.insert(descriptor)
            endByNumber(descriptor)
            return .noDescriptor
        }
        let connection = Connection(duplicate, now)
        connections[descriptor] = connection
        guard !BridgeSocket.isReserved(duplicate) else {
            end(descriptor)
            return .noDescriptor
        }
        guard rates.take(connection.network, now) else {
            end(descriptor)
            return .tooOften
        }
        unopened.countMax = BridgeSocket.handshakesMax
        guard let surplus = unopened.add(descriptor, from: connection.network, at: now) else { return .added }
        unopened.remove(surplus)
        end(surplus)
        return .tooManyHandshakes
    }

    /// Returns the filter for new connections.
    func filter(_ now: UInt64) -> ConnectionFilter { rates.filter(now) }

    private static func duplicate(_ descriptor: Int32) -> Int32? {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return duplicate >= 0 ? duplicate : nil
    }

    /// Ends connections that have no duplicate, and handshakes beyond a bound that has shrunk.
    ///
    /// Call it several times a second, because an attempt may fail.
    func endSurplus() {
        for descriptor in unduplicated { endByNumber(descriptor) }
        unopened.countMax = BridgeSocket.handshakesMax
        while let surplus = unopened.oldestSurplus {
            unopened.remove(surplus)
            end(surplus)
        }
    }

    /// Ends a connection that has no duplicate.
    ///
    /// libzmq keeps trying to accept the next connection. It would use a released descriptor before this thread could.
    /// So the duplicate replaces the spare descriptor in one step.
    private func endByNumber(_ descriptor: Int32) {
        guard dup2(descriptor, spare) >= 0 else { return }
        // If libzmq has closed the connection, the number may refer to another file by now.
        if !PeerNetwork.ofPeer(spare).isEmpty { shutdown(spare, Int32(SHUT_RDWR)) }
        _ = dup2(null, spare)
    }

    /// Whether a connection is recorded with a duplicate, so that it can be ended later.
    func contains(_ descriptor: Int32) -> Bool { connections[descriptor] != nil }

    /// Returns the bytes of a connection that the other host's system has acknowledged; nil if they are not known.
    func acknowledged(_ descriptor: Int32) -> UInt64? {
        connections[descriptor].flatMap { TCPCounters.acknowledged($0.duplicate) }
    }

    /// Ends connections with an overdue opening frame, and returns their number.
    func endOverdue(_ now: UInt64) -> Int {
        var count = 0
        while let oldest = unopened.oldest, let connection = connections[oldest],
            Deadline.elapsed(from: connection.acceptedAt, to: now) > openingMaxNs
        {
            unopened.remove(oldest)
            end(oldest)
            count += 1
        }
        return count
    }

    /// Records that a connection of a listed key has sent its opening frame.
    func markOpened(_ descriptor: Int32) {
        guard unopened.remove(descriptor), let connection = connections[descriptor] else { return }
        rates.giveBack(connection.network)
    }

    /// Removes a connection that has ended, and returns whether it had sent its opening frame.
    func remove(_ descriptor: Int32) -> Bool {
        if unduplicated.remove(descriptor) != nil { return true }
        defer { connections[descriptor] = nil }
        return !unopened.remove(descriptor)
    }

    /// Ends one connection; the monitor then reports its end.
    func end(_ descriptor: Int32) {
        guard let connection = connections[descriptor] else { return }
        shutdown(connection.duplicate, Int32(SHUT_RDWR))
    }
}
