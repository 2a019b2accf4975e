package import FoundationEssentials
import Synchronization

/// How often the same address, and all together, may be asked about.
///
/// In memory, because whoever asks is nobody in particular, and reading must not cost a commit: a restart forgives what
/// was asked in the quarter of an hour before it.
package final class EmailStatusLimiter: Sendable {
    /// In seconds.
    package static let windowS = 15 * 60
    /// Somebody who fills in a form corrects themselves a few times.
    package static let perAddressMax = 10
    /// More than people register here in a quarter of an hour; whoever asks more goes through a list.
    package static let ofAllMax = 300

    private struct Window {
        var startedAt = Int.min
        var counts: [Data: Int] = [:]
        var total = 0
    }

    private let window = Mutex(Window())

    package init() {}

    /// Counts a question.
    ///
    /// - Parameters:
    ///   - addressHash: About whom; the address itself is not kept.
    ///   - nowS: Seconds since 1970.
    /// - Returns: For how many seconds no question is answered; nil if this one is.
    package func blockedForS(_ addressHash: Data, at nowS: Int) -> Int? {
        window.withLock { window in
            if window.startedAt == .min || nowS >= window.startedAt + Self.windowS || nowS < window.startedAt {
                window = Window(startedAt: nowS)
            }
            let count = window.counts[addressHash, default: 0]
            guard count < Self.perAddressMax, window.total < Self.ofAllMax else {
                return window.startedAt + Self.windowS - nowS
            }
            window.counts[addressHash] = count + 1
            window.total += 1
            return nil
        }
    }
}
