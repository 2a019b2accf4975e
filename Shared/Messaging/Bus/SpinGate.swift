import Contracts

/// Decides whether it is worth to spin before sleeping: only while messages come thick. Waking a sleeping thread costs
/// more than the work on a message; spinning without a gate would burn a core for nothing.
package struct SpinGate {
    /// Messages that must have come within the window.
    private static let messages = 16
    private static let windowNs: UInt64 = 5_000_000
    /// How long to spin: about what a hop through a sleeping thread takes.
    package static let spinNs: UInt64 = 50_000

    private var times = [UInt64](repeating: 0, count: messages)
    private var next = 0

    package init() {}

    /// Counts a message.
    package mutating func noteMessage(at now: UInt64) {
        times[next] = now
        next = (next + 1) % Self.messages
    }

    /// Whether the last messages came within the window.
    package func isOpen(at now: UInt64) -> Bool { Deadline.elapsed(from: times[next], to: now) < Self.windowNs }
}
