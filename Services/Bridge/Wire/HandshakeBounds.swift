import Contracts

/// Bounds connections that have not sent their opening frame yet, of each address and in all.
///
/// Each takes a descriptor and memory of libzmq before its key is known. At the limit of descriptors a thread of libzmq
/// would use up a processor.
package struct HandshakeBounds<Connection: Hashable> {
    /// Connections of all addresses; a far bridge takes milliseconds to open each of its own.
    package static var countMax: Int { 256 }
    /// One address may have a quarter of all: as many as a bridge opens when its host starts.
    private static var minimumAddresses: Int { 4 }
    package static var countMaxPerAddress: Int { countMax / minimumAddresses }
    /// How long a connection keeps its place against newer ones of its address, in nanoseconds: three round trips of
    /// 150 ms each, which a handshake takes between continents.
    ///
    /// Without it, more handshakes at once than the bound end each other, and none is ever done.
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

    private let countMax: Int
    private let countMaxPerAddress: Int

    /// - Parameter countMax: The bound for all addresses, where the system gives few descriptors.
    package init(countMax: Int = Self.countMax) {
        self.countMax = countMax
        countMaxPerAddress = max(1, countMax / Self.minimumAddresses)
    }

    package var count: Int { all.count }
    /// The connection that waits longest; nil if none does.
    package var oldest: Connection? { all.first }

    /// Records a connection.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - address: Where it comes from; those of one network of IPv6 count as one address.
    ///   - now: The time on the monotonic clock, in nanoseconds.
    /// - Returns: The connection that is to end, which may be the new one; nil if all are within bounds.
    package mutating func add(_ connection: Connection, from address: [UInt8], at now: UInt64) -> Connection? {
        remove(connection)
        addresses[connection] = address
        byAddress[address, default: []].append(Entry(connection: connection, since: now))
        all.append(connection)
        let count = byAddress[address]?.count ?? 0
        if count > countMaxPerAddress { return surplus(of: address, insteadOf: connection, now) }
        guard all.count > countMax else { return nil }
        // An address that has more connections than others loses one at once: it cannot keep others out.
        guard let largest = byAddress.max(by: { $0.value.count < $1.value.count }), largest.value.count > count else {
            return surplus(of: address, insteadOf: connection, now)
        }
        return largest.value.first?.connection
    }

    /// Returns the oldest connection of an address if it has had its time, else the new one.
    private func surplus(of address: [UInt8], insteadOf connection: Connection, _ now: UInt64) -> Connection {
        // With no older connection of its own, an address takes the place of the oldest of all.
        let older = byAddress[address].flatMap { $0.count > 1 ? $0.first : nil } ?? all.first.flatMap(entry)
        guard let older, Deadline.elapsed(from: older.since, to: now) > Self.protectedNs else { return connection }
        return older.connection
    }

    private func entry(of connection: Connection) -> Entry? {
        addresses[connection].flatMap { byAddress[$0] }?.first { $0.connection == connection }
    }

    /// Forgets a connection that has ended, or has sent its opening frame.
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
