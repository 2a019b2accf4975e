import Synchronization

/// How many traces callers may have recorded by the flag that they send: anybody can send it, and each costs all processes.
package final class CallerTraces: Sendable {
    /// More than anybody looks at; with some ten steps each, less than what a collector is handed over at once.
    package static let perSecondMax = 50
    private static let secondNs: UInt64 = 1_000_000_000

    private struct Window {
        var startedAt: UInt64 = 0
        var count = 0
    }

    private let window = Mutex(Window())

    package init() {}

    /// Whether one more may be recorded, which counts it.
    ///
    /// - Parameter now: On the monotonic clock, in nanoseconds.
    /// - Returns: False where as many as may be were recorded in this second.
    package func mayRecord(at now: UInt64) -> Bool {
        window.withLock { window in
            // Callers read the clock before they come here, and may come in another order.
            if now > window.startedAt, now - window.startedAt >= Self.secondNs { window = Window(startedAt: now) }
            guard window.count < Self.perSecondMax else { return false }
            window.count += 1
            return true
        }
    }
}
