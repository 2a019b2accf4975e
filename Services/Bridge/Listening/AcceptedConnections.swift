import Contracts
import Messaging

#if canImport(Glibc)
import Glibc
#endif

/// The connections that the listening socket has taken in, by their descriptors in libzmq.
///
/// libzmq may close a descriptor at any time, and the system then gives its number to another file. So each connection is
/// kept by a duplicate as well, which names the same connection until this side closes it.
final class AcceptedConnections {
    /// What became of a connection that was taken in.
    enum AddResult {
        /// It may go on.
        case added
        /// Too many handshakes are under way; this connection or an older one is ended.
        case tooManyHandshakes
        /// The system gives no descriptor for the duplicate; the connection is ended as soon as it gives one.
        case noDescriptor
    }

    private final class Connection {
        let duplicate: Int32
        let acceptedAt: UInt64

        init(_ duplicate: Int32, _ acceptedAt: UInt64) {
            self.duplicate = duplicate
            self.acceptedAt = acceptedAt
        }

        deinit { close(duplicate) }
    }

    /// How long a far bridge may take for its opening frame, in nanoseconds: its handshake has half of that.
    private static let bridgeOpeningMaxNs: UInt64 = 10_000_000_000

    /// How long a connection may take for its first message, in nanoseconds.
    private let openingMaxNs: UInt64
    private var connections: [Int32: Connection] = [:]
    private var unopened: HandshakeBounds<Int32>
    /// Connections without a duplicate, which are to be ended.
    private var unduplicated: Set<Int32> = []
    /// Takes the place of a duplicate when the system has no descriptor left; then it names `null` again.
    private let spare = AcceptedConnections.openNull()
    private let null = AcceptedConnections.openNull()

    /// - Parameters:
    ///   - descriptorsMax: Descriptors that this process may have.
    ///   - openingMaxNs: How long a connection may take for its first message, in nanoseconds.
    init(descriptorsMax: Int, openingMaxNs: UInt64 = bridgeOpeningMaxNs) {
        self.openingMaxNs = openingMaxNs
        let shareMax = descriptorsMax / BridgeSocket.descriptorsPerHandshake / BridgeSocket.descriptorShares
        unopened = HandshakeBounds(countMax: min(HandshakeBounds<Int32>.countMax, max(1, shareMax)))
    }

    deinit {
        close(spare)
        close(null)
    }

    private static func openNull() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

    var count: Int { connections.count }

    /// Connections that have not sent their opening frame.
    var unopenedCount: Int { unopened.count + unduplicated.count }

    /// Calls a body with the descriptor of each connection in libzmq, and with the duplicate, which names no other file.
    func forEachConnection(_ body: (_ descriptor: Int32, _ duplicate: Int32) -> Void) {
        for (descriptor, connection) in connections { body(descriptor, connection.duplicate) }
    }

    /// Records a connection that was taken in.
    func add(_ descriptor: Int32, _ now: UInt64) -> AddResult {
        guard let duplicate = Self.duplicate(descriptor) else {
            // A connection that is closed already needs no end.
            guard errno != EBADF else { return .added }
            unduplicated.insert(descriptor)
            endByNumber(descriptor)
            return .noDescriptor
        }
        connections[descriptor] = Connection(duplicate, now)
        guard let surplus = unopened.add(descriptor, from: Self.network(of: duplicate), at: now) else { return .added }
        unopened.remove(surplus)
        end(surplus)
        return .tooManyHandshakes
    }

    private static func duplicate(_ descriptor: Int32) -> Int32? {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return duplicate >= 0 ? duplicate : nil
    }

    /// Ends connections that have no duplicate; to be called some times a second, because a first attempt may fail.
    func endUnduplicated() {
        for descriptor in unduplicated { endByNumber(descriptor) }
    }

    /// Ends a connection that has no duplicate.
    ///
    /// libzmq tries again and again to take the next connection in, and would be faster than this thread to use a descriptor
    /// that is given back. So the duplicate replaces the spare descriptor in one step.
    private func endByNumber(_ descriptor: Int32) {
        guard dup2(descriptor, spare) >= 0 else { return }
        // The number could name another file by now, if libzmq has closed the connection.
        if !Self.network(of: spare).isEmpty { shutdown(spare, Int32(SHUT_RDWR)) }
        _ = dup2(null, spare)
    }

    /// Whether a connection may open: whether it can be ended later.
    func contains(_ descriptor: Int32) -> Bool { connections[descriptor] != nil }

    /// Ends connections that should have sent their opening frame by now; how many.
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

    /// The connection has sent its opening frame.
    func markOpened(_ descriptor: Int32) { unopened.remove(descriptor) }

    /// Forgets a connection that has ended; whether it had sent its opening frame.
    func remove(_ descriptor: Int32) -> Bool {
        if unduplicated.remove(descriptor) != nil { return true }
        defer { connections[descriptor] = nil }
        return !unopened.remove(descriptor)
    }

    /// Ends one connection, and no other; the monitor then reports its end.
    func end(_ descriptor: Int32) {
        guard let connection = connections[descriptor] else { return }
        shutdown(connection.duplicate, Int32(SHUT_RDWR))
    }

    /// The host, or for IPv6 the network of 64 bits, from which a connection comes.
    private static func network(of descriptor: Int32) -> [UInt8] {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        guard status == 0 else { return [] }
        return withUnsafeBytes(of: storage) { PeerNetwork.bytes($0) }
    }
}

/// The part of an address that identifies a client.
package enum PeerNetwork {
    /// An address of IPv4 within IPv6 (RFC 4291, section 2.5.5.2).
    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    /// One customer usually has a network of 64 bits of IPv6.
    private static let networkLength = 8

    /// Returns the address of IPv4, or the network of IPv6, of an address as the system has it.
    package static func bytes(_ address: UnsafeRawBufferPointer) -> [UInt8] {
        guard address.count >= MemoryLayout<sockaddr_in6>.size else { return [] }
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET: return Array(address[4..<8])
        case AF_INET6:
            let full = Array(address[8..<24])
            return full.starts(with: mappedPrefix) ? Array(full[12...]) : Array(full.prefix(networkLength))
        default: return []
        }
    }
}
