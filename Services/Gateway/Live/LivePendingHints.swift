package import Contracts

/// One message for a stream.
package struct LiveMessage: Sendable, Equatable {
    /// The number of the hint; for a reset, the number of the newest hint that it covers.
    package let number: Int
    /// Nil for a reset: anything may have changed.
    package let hint: LiveHint?

    package init(number: Int, hint: LiveHint?) {
        self.number = number
        self.hint = hint
    }
}

/// The pending messages of one stream: the newest hint for each key, up to a limit.
struct LivePendingHints: Sendable {
    /// The maximum of pending hints; beyond it, a reset is cheaper for the client.
    static let countMax = 64

    private var hints: [LiveHint.Key: LiveMessage] = [:]
    private var needsReset = false

    mutating func add(_ hint: LiveHint, _ number: Int) {
        guard !needsReset else { return }
        hints[hint.key] = LiveMessage(number: number, hint: hint)
        if hints.count > Self.countMax { reset() }
    }

    /// Replaces all hints with one reset.
    mutating func reset() {
        needsReset = true
        hints = [:]
    }

    /// Removes and returns the pending messages, in order.
    ///
    /// - Parameter newest: The number of the newest hint of all.
    /// - Returns: The hints, or one reset; empty if nothing is pending.
    mutating func take(newest: Int) -> [LiveMessage] {
        defer { self = LivePendingHints() }
        if needsReset { return [LiveMessage(number: newest, hint: nil)] }
        return hints.values.sorted { $0.number < $1.number }
    }
}
