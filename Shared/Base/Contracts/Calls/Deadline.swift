#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A moment on this host's monotonic clock by which a reply must arrive.
///
/// Messages between hosts contain the time left, because clocks differ.
package struct Deadline: Sendable, Hashable, Comparable {
    /// Nanoseconds on the monotonic clock.
    package let nanoseconds: UInt64

    /// A year, in milliseconds: a peer may send any number, which must not overflow the clock.
    private static let longestMs = 365 * 86_400_000

    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment that many milliseconds from now.
    package static func after(milliseconds: Int) -> Deadline {
        after(milliseconds: milliseconds, from: monotonicNanoseconds())
    }

    /// The moment that many milliseconds after a clock reading.
    package static func after(milliseconds: Int, from start: UInt64) -> Deadline {
        Deadline(nanoseconds: start + UInt64(min(max(0, milliseconds), longestMs)) * 1_000_000)
    }

    /// Milliseconds left, rounded down; 0 once it has passed.
    package var millisecondsLeft: Int {
        let now = Self.monotonicNanoseconds()
        return nanoseconds > now ? Int((nanoseconds - now) / 1_000_000) : 0
    }

    package var hasPassed: Bool { Self.monotonicNanoseconds() >= nanoseconds }

    package static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Nanoseconds between two clock readings; 0 if they are in the wrong order, as two readings in one pass may be.
    package static func elapsed(from start: UInt64, to end: UInt64) -> UInt64 { end > start ? end - start : 0 }

    /// Reads the monotonic clock of this host.
    package static func monotonicNanoseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}
