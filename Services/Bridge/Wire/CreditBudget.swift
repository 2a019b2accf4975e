/// Divides the memory that data of other hosts may take among all connections of the bridge.
///
/// What a connection holds is the credit that the other side has not used, and the data that waits for a process of this
/// host. With little left each connection gets a smaller window, down to ``RelayChannel/windowMin``: none waits for ever.
package final class CreditBudget {
    /// Bytes that all connections hold before windows are as small as can be.
    ///
    /// With smallest windows for 1,024 connections, with ``bytesMaxPerPeer`` for long messages, and with 250 MB for handshakes
    /// in libzmq, the bridge stays below the `MemoryMax` of its unit, 768 MiB.
    package static let bytesMax = 256 << 20
    /// The same for the connections of one peer: a quarter, so that one peer cannot take the shares of others.
    package static let bytesMaxPerPeer = bytesMax / 4
    /// The most that one window takes of what is left: windows shrink step by step while others come.
    private static let windowsInRest = 8

    private var byPeer: [String: Int] = [:]
    /// Bytes that all connections hold.
    package private(set) var bytes = 0

    package init() {}

    /// Returns the bytes that the connections of a peer hold.
    package func bytes(of peer: String) -> Int { byPeer[peer, default: 0] }

    /// Whether even long messages go beyond what the budget is for: a connection may hold a smallest window alone then.
    ///
    /// A message may begin with the last byte of a credit, and is larger than a small window.
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
    ///   - budget: What is divided.
    ///   - peer: Identifies the far bridge, however many connections it has.
    package init(_ budget: CreditBudget, peer: String) {
        (self.budget, self.peer) = (budget, peer)
    }

    deinit { record(0) }

    /// The window that the connection may have now, in bytes.
    package var window: UInt64 { budget.window(for: peer) }

    /// Whether the connection holds more than the budget has left for it; then it must end.
    package var isOverdrawn: Bool { held > RelayChannel.windowMin && budget.isExhausted(for: peer) }

    /// Records the bytes that the connection holds now.
    package func record(_ byteCount: Int) {
        budget.change(by: byteCount - held, for: peer)
        held = byteCount
    }
}
