/// Bounds connections that have not sent their opening frame yet, of each address and in all.
///
/// Each takes a descriptor and memory of libzmq before its key is known. At the limit of descriptors a thread of libzmq
/// would use up a processor.
package struct HandshakeBounds<Connection: Hashable> {
    /// Connections of all addresses; a far bridge takes milliseconds to open each of its own.
    package static var countMax: Int { 256 }
    /// Connections of one address: as many as a bridge opens when its host starts.
    package static var countMaxPerAddress: Int { 64 }

    private var addresses: [Connection: [UInt8]] = [:]
    /// Connections of each address, the oldest first.
    private var byAddress: [[UInt8]: [Connection]] = [:]
    /// All connections, the oldest first.
    private var all: [Connection] = []

    package init() {}

    package var count: Int { all.count }
    /// The connection that waits longest; nil if none does.
    package var oldest: Connection? { all.first }

    /// Records a connection.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - address: Where it comes from; those of one network of IPv6 count as one address.
    /// - Returns: The connection that is to end; nil if all are within bounds.
    package mutating func add(_ connection: Connection, from address: [UInt8]) -> Connection? {
        remove(connection)
        addresses[connection] = address
        byAddress[address, default: []].append(connection)
        all.append(connection)
        // The oldest ends: a bridge is done with its handshake soon, so slow strangers cannot keep it out.
        if let list = byAddress[address], list.count > Self.countMaxPerAddress { return list.first }
        return all.count > Self.countMax ? all.first : nil
    }

    /// Forgets a connection that has ended, or has sent its opening frame.
    ///
    /// - Returns: Whether it was recorded.
    @discardableResult
    package mutating func remove(_ connection: Connection) -> Bool {
        guard let address = addresses.removeValue(forKey: connection) else { return false }
        all.removeAll { $0 == connection }
        byAddress[address]?.removeAll { $0 == connection }
        if byAddress[address]?.isEmpty ?? false { byAddress[address] = nil }
        return true
    }
}
