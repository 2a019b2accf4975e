package import Foundation
import Synchronization

/// A clock that stands still until a test changes it.
package final class TestClock: Sendable {
    /// 2026-03-10, a Tuesday, 12:00 UTC.
    package static let noon = Date(timeIntervalSince1970: 1_773_144_000)

    /// The monotonic time at the start; not 0, because code under test may subtract from it.
    private static let monotonicStart: UInt64 = 5_000_000_000

    private let state: Mutex<(now: Date, monotonic: UInt64)>

    package init(_ now: Date = noon) {
        state = Mutex((now, Self.monotonicStart))
    }

    /// The wall time; setting it leaves ``monotonicNanoseconds`` as it is.
    package var now: Date {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    /// The time of a clock that never goes back.
    package var monotonicNanoseconds: UInt64 { state.withLock { $0.monotonic } }

    /// Sets the wall time to an RFC 3339 time.
    ///
    /// - Throws: An error if the text is no such time.
    package func set(_ text: String) throws { now = try Date(text, strategy: .iso8601) }

    /// Advances both times; a negative number sets the wall time back alone.
    package func advance(seconds: Double) {
        state.withLock { state in
            state.now += seconds
            state.monotonic += UInt64((max(0, seconds) * 1e9).rounded())
        }
    }

    package func advance(days: Double) { advance(seconds: days * 86_400) }

    /// Advances both times, the monotonic one exactly.
    package func advance(nanoseconds: UInt64) {
        state.withLock { state in
            state.now += Double(nanoseconds) / 1e9
            state.monotonic += nanoseconds
        }
    }
}
