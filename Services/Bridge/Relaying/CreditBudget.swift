/// Divides the memory for data of other hosts among all connections of the bridge.
///
/// A connection holds the unused credit of the other side, and the data that waits for a process of this host. When
/// memory runs low, new windows shrink, down to ``RelayChannel/windowMin``. So no connection waits for ever.
package final class CreditBudget {
    /// The bytes that all connections may hold; beyond it, new windows have the smallest size.
    ///
    /// The bridge must stay below the `MemoryMax` of its unit, 768 MiB. The rest is for smallest windows of 1,024
    /// connections, ``bytesMaxPerPeer`` for long messages, and 250 MB for handshakes in libzmq.
    package static let bytesMax = 256 << 20
    /// The same bound for the connections of one peer: a quarter, which leaves shares for other peers.
    package static let bytesMaxPerPeer = bytesMax / 4
    /// The reciprocal of the share of the remaining budget that one window takes, so that windows shrink gradually.
    private static let windowsInRest = 8

    private var byPeer: [String: Int] = [:]
    /// Bytes that all connections hold.
    package private(set) var bytes = 0

    package init() {}

    /// Returns the bytes that the connections of a peer hold.
    package func bytes(of peer: String) -> Int { byPeer[peer, default: 0] }

    /// Whether the budget and its reserve for long messages are used up.
    ///
    /// Then a connection may hold no more than the smallest window. The reserve exists because a message may begin with
    /// the last byte of a credit and be larger than a window.
    package func isExhausted(for peer: String) -> Bool {
        bytes > Self.bytesMax + Self.bytesMaxPerPeer || bytes(of: peer) > 2 * Self.bytesMaxPerPeer
    }

    /// Returns the window that a connection of a peer may have now, in bytes.
    func window(for peer: String) -> UInt64 {
        let rest = min(Self.bytesMax - bytes, Self.bytesMaxPerPeer - bytes(of: peer))
        return min(RelayChannel.windowMax, max(RelayChannel.windowMin, UInt64(max(0, rest / Self.windowsInRest))))
    }

    fileprivate func change(by difference: Int, for peer: String) {
        bytes += difference
        let rest = byPeer[peer, default: 0] + difference
        byPeer[peer] = rest > 0 ? rest : nil
    }
}

/// The part of a ``CreditBudget`` that one connection holds, until it closes.
package final class CreditAccount {
    private let budget: CreditBudget
    private let peer: String
    private var held = 0

    /// - Parameters:
    ///   - budget: The shared budget.
    ///   - peer: Identifies the far bridge, however many connections it has.
    package init(_ budget: CreditBudget, peer: String) {
        (self.budget, self.peer) = (budget, peer)
    }

    deinit { record(0) }

    /// The window that the connection may have now, in bytes.
    package var window: UInt64 { budget.window(for: peer) }

    /// Whether the connection holds more than the exhausted budget allows; then it must end.
    package var isOverdrawn: Bool { held > RelayChannel.windowMin && budget.isExhausted(for: peer) }

    /// Records the bytes that the connection holds now.
    package func record(_ byteCount: Int) {
        budget.change(by: byteCount - held, for: peer)
        held = byteCount
    }
}
