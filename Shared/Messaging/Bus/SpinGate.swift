import Contracts

#if canImport(Glibc)
import Glibc
#endif

/// Decides whether it is worth to spin before sleeping.
///
/// Waking a sleeping thread costs more than the work on a message. So while messages come thick, but one at a time, as
/// with one caller who waits for each answer, looking for the next one for a moment halves the time of a call. When they
/// come in batches the processors are busy anyway, and spinning would only take them away from others; when they come
/// rarely it would burn a core for nothing.
package struct SpinGate {
    /// Wake-ups that are looked back on.
    private static let wakeUps = 16
    /// Within which these must have happened, in nanoseconds.
    private static let windowNs: UInt64 = 20_000_000
    /// How long to spin: about what the other processes of the set take until the next message comes back.
    package static let spinNs: UInt64 = 400_000

    /// With more requests than this under way there is enough to do for both processors without spinning.
    package static let inFlightMax = 2

    private var times = [UInt64](repeating: 0, count: wakeUps)
    private var next = 0

    package init() {}

    /// Notes that one round found so many messages.
    package mutating func noteRound(messages: Int, at now: UInt64) {
        // A batch counts as if it had been long ago: the gate opens again after a row of single messages.
        times[next] = messages == 1 ? now : 0
        next = (next + 1) % Self.wakeUps
    }

    /// Lets others run who wait for this processor, between two looks: without it, spinning would keep the very threads
    /// from running that it waits for.
    ///
    /// Measured with one caller on two cores: 1.8 times the time of a call within one process with it, 3.5 times
    /// without spinning, 4.3 times with spinning but without giving way.
    package static func giveWay() { sched_yield() }

    /// Whether the last wake-ups were for one message each, and within the window.
    package func isOpen(at now: UInt64) -> Bool {
        guard let oldest = times.min() else { return false }
        return Deadline.elapsed(from: oldest, to: now) < Self.windowNs
    }
}
