import Contracts
import Events
import Synchronization

/// Has imports give way to searches: while people search, a page of a source rests for as long as it took to be written.
///
/// An import takes all of a processor that it gets, and more of two than eight people who search.
final class GivingWay: Sendable {
    /// Who types asks for the next letter sooner than this.
    private static let recent = Duration.milliseconds(500)
    /// A page is never held back for longer, whatever writing it took.
    private static let restMax = Duration.seconds(1)

    private let turns = AsyncLock()
    private let lastSearch = Mutex<ContinuousClock.Instant?>(nil)

    /// Notes that somebody searches.
    func noteSearch() { lastSearch.withLock { $0 = .now } }

    /// Writes a page, and rests after it if somebody has searched lately.
    ///
    /// Several pages of an import are under way at once: one would rest while another is written, and nobody would notice the
    /// rest. So they take turns, each with its rest, while people search; while nobody does, they share commits.
    ///
    /// - Parameters:
    ///   - deadline: When the answer must be there.
    ///   - write: Stores the page; tells how long the writing itself took.
    /// - Returns: What the writing gave.
    /// - Throws: `unavailable` if the page's turn has not come by then, and what the writing throws.
    func pacing<Value>(by deadline: Deadline, _ write: () async throws -> (Value, Duration)) async throws -> Value {
        guard isWanted else { return try await write().0 }
        return try await turns.withLock(by: deadline) {
            let (value, took) = try await write()
            let rest = min(took, Self.restMax)
            // What is written is answered in time. Who goes away meanwhile gets no answer anyway.
            if isWanted, rest < .milliseconds(deadline.millisecondsLeft) { try? await Task.sleep(for: rest) }
            return value
        }
    }

    private var isWanted: Bool {
        guard let last = lastSearch.withLock({ $0 }) else { return false }
        return last.duration(to: .now) < Self.recent
    }
}
