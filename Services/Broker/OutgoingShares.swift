/// Bounds what waits to be written, over all peers and for each of their owners.
///
/// A peer that does not read fills memory of the broker. Beyond the bounds the owner that leaves most unread loses a
/// connection, so a slow reader costs no other peer anything.
package struct OutgoingShares<Connection: Hashable, Owner: Hashable> {
    /// Bytes that may wait for all peers together: with 256 MiB of held requests the broker stays below 320 MiB.
    package static var bytesMax: Int { 48 << 20 }
    /// Bytes that may wait for one owner, over all its connections: half, so that one owner cannot take all.
    ///
    /// It is three times what a worker of one service may have at once (`BrokerLimits.workerBytesMax`).
    package static var bytesMaxPerOwner: Int { bytesMax / 2 }

    private struct Share {
        let owner: Owner
        let bytes: Int
    }

    private var shares: [Connection: Share] = [:]
    private var byOwner: [Owner: Int] = [:]
    /// Bytes that wait for all peers together.
    package private(set) var bytes = 0

    package init() {}

    /// Records what waits for a connection.
    ///
    /// - Parameters:
    ///   - byteCount: All that waits for it now.
    ///   - connection: The connection.
    ///   - owner: Whose it is; one owner may have several.
    ///   - isLimited: Whether the owner has the bound of an owner, too; processes of the stack have not.
    /// - Returns: The connection that must go, of the owner that is beyond a bound; nil if all are within.
    package mutating func record(
        _ byteCount: Int,
        for connection: Connection,
        of owner: Owner,
        isLimited: Bool
    ) -> Connection? {
        remove(connection)
        guard byteCount > 0 else { return nil }
        shares[connection] = Share(owner: owner, bytes: byteCount)
        byOwner[owner, default: 0] += byteCount
        bytes += byteCount
        if isLimited, byOwner[owner, default: 0] > Self.bytesMaxPerOwner { return largestConnection(of: owner) }
        guard bytes > Self.bytesMax else { return nil }
        return byOwner.max { $0.value < $1.value }.flatMap { largestConnection(of: $0.key) }
    }

    /// Forgets a connection that is closed, or for which nothing waits any more.
    package mutating func remove(_ connection: Connection) {
        guard let share = shares.removeValue(forKey: connection) else { return }
        bytes -= share.bytes
        let rest = byOwner[share.owner, default: 0] - share.bytes
        byOwner[share.owner] = rest > 0 ? rest : nil
    }

    private func largestConnection(of owner: Owner) -> Connection? {
        shares.filter { $0.value.owner == owner }.max { $0.value.bytes < $1.value.bytes }?.key
    }
}
