import Contracts
import Events
import Synchronization
import Threading

/// Slows imports down while users search: after writing a page, the import sleeps as long as the write took.
///
/// An import uses all processor time that it gets, more of two cores than eight searching users.
final class ImportThrottle: Sendable {
    /// Imports are throttled for this long after a search; a typing user searches again sooner.
    private static let throttledPeriod = Duration.milliseconds(500)
    /// Maximum sleep after one page.
    private static let longestPause = Duration.seconds(1)

    private let writeLock = AsyncLock()
    private let lastSearch = Mutex<ContinuousClock.Instant?>(nil)

    /// Records that a search has run.
    func recordSearch() { lastSearch.withLock { $0 = .now } }

    /// Writes a page and sleeps afterwards if a search has run recently.
    ///
    /// An import has several pages in flight: while one slept another would be written, and the sleep would have no
    /// effect. While searches run, writes and their sleeps are therefore serialised; otherwise pages share commits.
    ///
    /// - Parameters:
    ///   - deadline: The deadline of the request.
    ///   - write: Stores the page; returns the duration of the write itself.
    /// - Returns: The result of `write`.
    /// - Throws: `unavailable` if the deadline passes before the page's turn, and the errors of `write`.
    func throttling<Value>(by deadline: Deadline, _ write: () async throws -> (Value, Duration)) async throws -> Value {
        guard isThrottling else { return try await write().0 }
        return try await writeLock.withLock(by: deadline) {
            let (value, took) = try await write()
            let pause = min(took, Self.longestPause)
            // The reply must still be sent in time. A cancelled sleep is ignored: its caller is gone.
            if isThrottling, pause < .milliseconds(deadline.millisecondsLeft) { try? await Task.sleep(for: pause) }
            return value
        }
    }

    private var isThrottling: Bool {
        guard let last = lastSearch.withLock({ $0 }) else { return false }
        return last.duration(to: .now) < Self.throttledPeriod
    }
}
