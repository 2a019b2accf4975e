import Contracts

#if canImport(Glibc)
import Glibc
#endif

/// Decides whether spinning before a sleep is worthwhile.
///
/// Waking a sleeping thread costs more than the work on a message. So it spins while single messages arrive in quick
/// succession, as from one caller that waits for each answer: this halves the time of a call. When messages arrive in
/// batches, the processors are busy anyway, and spinning would take them from other threads. When they arrive rarely,
/// it would waste a core.
package struct SpinGate {
    /// The number of past wake-ups considered.
    private static let wakeUps = 16
    /// The time within which these must have happened, in nanoseconds.
    private static let windowNs: UInt64 = 20_000_000
    /// How long to spin, in nanoseconds: about the time that the other processes of the stack take until the next
    /// message arrives.
    package static let spinNs: UInt64 = 400_000

    /// The most requests in flight for spinning; more of them keep both processors busy without it.
    package static let inFlightMax = 2

    private var times = [UInt64](repeating: 0, count: wakeUps)
    private var next = 0

    package init() {}

    /// Records the number of messages found in one round.
    package mutating func recordRound(messages: Int, at now: UInt64) {
        // A batch counts as if it were long ago, so the gate opens again only after a series of single messages.
        times[next] = messages == 1 ? now : 0
        next = (next + 1) % Self.wakeUps
    }

    /// Yields the processor between two polls.
    ///
    /// Otherwise, spinning would block the very threads that it waits for.
    ///
    /// Measured with one caller on two cores, relative to a call within one process: 1.8 times with yielding, 3.5 times
    /// without spinning, 4.3 times with spinning but without yielding.
    package static func yieldProcessor() { sched_yield() }

    /// Whether the last wake-ups were for one message each, and within the window.
    package func isOpen(at now: UInt64) -> Bool {
        guard let oldest = times.min() else { return false }
        return Deadline.elapsed(from: oldest, to: now) < Self.windowNs
    }
}
