import Contracts

/// Bounds the number of connections without an opening frame, per address and in total.
///
/// Each uses a descriptor and memory of libzmq before its key is known. At the limit of descriptors, a thread of libzmq
/// would keep one processor busy.
package struct HandshakeBounds<Connection: Hashable> {
    /// The bound for all addresses; a far bridge opens each connection within milliseconds.
    package static var countMax: Int { 256 }
    /// The number of addresses that share the bound.
    ///
    /// One address may have a quarter: as many connections as a bridge opens when its host starts.
    private static var minimumAddresses: Int { 4 }
    package static var countMaxPerAddress: Int { countMax / minimumAddresses }
    /// The time for which newer connections of an address cannot displace a connection, in nanoseconds.
    ///
    /// It allows three round trips of 150 ms each, as a handshake between continents needs. Without it, more
    /// simultaneous handshakes than the bound would displace each other, and none would finish.
    package static var protectedNs: UInt64 { 500_000_000 }

    private struct Entry {
        let connection: Connection
        let since: UInt64
    }

    private var addresses: [Connection: [UInt8]] = [:]
    /// Connections of each address, the oldest first.
    private var byAddress: [[UInt8]: [Entry]] = [:]
    /// All connections, the oldest first.
    private var all: [Connection] = []

    /// The bound for all addresses; smaller if the system allows few descriptors.
    package var countMax: Int
    private var countMaxPerAddress: Int { max(1, countMax / Self.minimumAddresses) }

    /// - Parameter countMax: The bound for all addresses.
    package init(countMax: Int = Self.countMax) { self.countMax = countMax }

    package var count: Int { all.count }
    /// The oldest connection; nil if there is none.
    package var oldest: Connection? { all.first }
    /// The oldest connection if there are more than the bound allows, because it has shrunk.
    package var oldestSurplus: Connection? { all.count > countMax ? all.first : nil }

    /// Records a connection.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - address: The address of the client; addresses of one IPv6 network count as one.
    ///   - now: The time on the monotonic clock, in nanoseconds.
    /// - Returns: The connection to end, which may be the new one; nil if all are within bounds.
    package mutating func add(_ connection: Connection, from address: [UInt8], at now: UInt64) -> Connection? {
        remove(connection)
        addresses[connection] = address
        byAddress[address, default: []].append(Entry(connection: connection, since: now))
        all.append(connection)
        let count = byAddress[address]?.count ?? 0
        if count > countMaxPerAddress { return surplus(of: address, insteadOf: connection, now) }
        guard all.count > countMax else { return nil }
        // The address with the most connections loses one at once, so that it cannot block other addresses.
        guard let largest = byAddress.max(by: { $0.value.count < $1.value.count }), largest.value.count > count else {
            return surplus(of: address, insteadOf: connection, now)
        }
        return largest.value.first?.connection
    }

    /// Returns the oldest connection of an address if it is no longer protected, otherwise the new one.
    private func surplus(of address: [UInt8], insteadOf connection: Connection, _ now: UInt64) -> Connection {
        // An address without an older connection displaces the oldest of all addresses.
        let older = byAddress[address].flatMap { $0.count > 1 ? $0.first : nil } ?? all.first.flatMap(entry)
        guard let older, Deadline.elapsed(from: older.since, to: now) > Self.protectedNs else { return connection }
        return older.connection
    }

    private func entry(of connection: Connection) -> Entry? {
        addresses[connection].flatMap { byAddress[$0] }?.first { $0.connection == connection }
    }

    /// Removes a connection that has ended, or has sent its opening frame.
    ///
    /// - Returns: Whether it was recorded.
    @discardableResult
    package mutating func remove(_ connection: Connection) -> Bool {
        guard let address = addresses.removeValue(forKey: connection) else { return false }
        all.removeAll { $0 == connection }
        byAddress[address]?.removeAll { $0.connection == connection }
        if byAddress[address]?.isEmpty ?? false { byAddress[address] = nil }
        return true
    }
}
