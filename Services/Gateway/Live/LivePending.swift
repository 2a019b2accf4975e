package import Contracts

/// One thing that is sent to a listener.
package struct LiveMessage: Sendable, Equatable {
    /// The number of the hint; of a reset, that of the newest hint in it.
    package let number: Int
    /// Nil for a reset: anything may have changed.
    package let hint: LiveHint?

    package init(number: Int, hint: LiveHint?) {
        self.number = number
        self.hint = hint
    }
}

/// What waits to be sent to one listener: of each thing the newest hint, and never more than a bounded number.
struct LivePending: Sendable {
    /// Hints that wait; whoever is behind by more fetches everything anew, which then costs less.
    static let countMax = 64

    private var hints: [LiveHint.Key: LiveMessage] = [:]
    private var needsReset = false

    mutating func add(_ hint: LiveHint, _ number: Int) {
        guard !needsReset else { return }
        hints[hint.key] = LiveMessage(number: number, hint: hint)
        if hints.count > Self.countMax { reset() }
    }

    /// Puts one sign to fetch everything in the place of all hints.
    mutating func reset() {
        needsReset = true
        hints = [:]
    }

    /// Takes out what waits, in order.
    ///
    /// - Parameter newest: The number of the newest hint of all.
    /// - Returns: The hints, or one reset; empty for nothing.
    mutating func take(newest: Int) -> [LiveMessage] {
        defer { self = LivePending() }
        if needsReset { return [LiveMessage(number: newest, hint: nil)] }
        return hints.values.sorted { $0.number < $1.number }
    }
}
