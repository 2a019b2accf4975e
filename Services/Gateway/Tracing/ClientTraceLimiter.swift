import Synchronization

/// Limits the traces that clients can request by header, because any client can do so and each trace costs all
/// processes.
package final class ClientTraceLimiter: Sendable {
    /// The limit per second.
    ///
    /// With some ten spans each, the traces of a second fit into one export batch.
    package static let perSecondMax = 50
    private static let secondNs: UInt64 = 1_000_000_000

    private struct Window {
        var startedAt: UInt64 = 0
        var count = 0
    }

    private let window = Mutex(Window())

    package init() {}

    /// Counts a trace if there is room.
    ///
    /// - Parameter now: Monotonic time in nanoseconds.
    /// - Returns: False if the limit of this second is reached.
    package func mayRecord(at now: UInt64) -> Bool {
        window.withLock { window in
            // Threads read the clock before this call, so `now` may be older than the window.
            if now > window.startedAt, now - window.startedAt >= Self.secondNs { window = Window(startedAt: now) }
            guard window.count < Self.perSecondMax else { return false }
            window.count += 1
            return true
        }
    }
}
