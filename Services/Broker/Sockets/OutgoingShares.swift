/// Bounds the queued output over all peers and for each owner.
///
/// A peer that does not read fills the broker's memory. Beyond a bound, the owner with the most queued output loses a
/// connection, so a slow reader does not affect other peers.
package struct OutgoingShares<Connection: Hashable, Owner: Hashable> {
    /// Queued bytes for all peers together: with 256 MiB of held requests the broker stays below 320 MiB.
    package static var bytesMax: Int { 48 << 20 }
    /// Queued bytes for one owner, over all its connections: half, so that one owner cannot use all.
    ///
    /// It is three times what a worker of one service may have at once (`BrokerLimits.workerBytesMax`).
    package static var bytesMaxPerOwner: Int { bytesMax / 2 }

    private struct Share {
        let owner: Owner
        let bytes: Int
    }

    private var shares: [Connection: Share] = [:]
    private var byOwner: [Owner: Int] = [:]
    /// Queued bytes for all peers together.
    package private(set) var bytes = 0

    package init() {}

    /// Records the queued bytes of a connection.
    ///
    /// - Parameters:
    ///   - byteCount: All bytes queued for it now.
    ///   - connection: The connection.
    ///   - owner: Its owner, which may have several connections.
    ///   - isLimited: Whether the bound of one owner applies; it does not for processes of the stack.
    /// - Returns: The connection to close, of an owner that exceeds a bound; nil if all are within.
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

    /// Removes a connection that is closed or has nothing queued.
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
