import Synchronization

/// Has imports give way to searches: while people search, a page of a source rests for as long as it took to be written.
///
/// An import takes all of a processor that it gets, and more of two than eight people who search.
final class GivingWay: Sendable {
    /// Who types asks for the next letter sooner than this.
    private static let recent = Duration.milliseconds(500)
    /// A page is never held back for longer, whatever writing it took.
    private static let restMax = Duration.seconds(1)

    private let lastSearch = Mutex<ContinuousClock.Instant?>(nil)

    /// Notes that somebody searches.
    func noteSearch() { lastSearch.withLock { $0 = .now } }

    /// Rests after writing that took so long, if somebody has searched lately.
    func rest(after took: Duration) async {
        guard let last = lastSearch.withLock(\.self), last.duration(to: .now) < Self.recent else { return }
        // Who goes away meanwhile gets no answer anyway.
        try? await Task.sleep(for: min(took, Self.restMax))
    }
}
