import Synchronization

/// Bounds how many requests are answered within a window, for each of several keys.
///
/// It is in memory, because a request must not cost a commit; a restart forgets what was counted. Refused requests are
/// not counted, so there are at most as many keys as requests were answered.
package final class RequestBudget: Sendable {
    /// A key to count a request under, and how many requests its window has room for.
    package struct Share: Sendable {
        let key: String
        let max: Int

        package init(_ key: String, max: Int) {
            self.key = key
            self.max = max
        }
    }

    private struct Window {
        var startedAt = Int.min
        var counts: [String: Int] = [:]
    }

    private let windowS: Int
    private let window = Mutex(Window())

    /// - Parameter windowS: The length of a window, in seconds.
    package init(windowS: Int) {
        self.windowS = windowS
    }

    /// Counts a request under all of its keys.
    ///
    /// - Parameters:
    ///   - shares: The keys of the request.
    ///   - nowS: Seconds since 1970.
    /// - Returns: The seconds until the next window if a key has no room left, and nothing is counted; nil otherwise.
    package func blockedForS(_ shares: [Share], at nowS: Int) -> Int? {
        window.withLock { window in
            // A clock that was set back starts a window, too.
            if window.startedAt == .min || nowS >= window.startedAt + windowS || nowS < window.startedAt {
                window = Window(startedAt: nowS)
            }
            guard shares.allSatisfy({ window.counts[$0.key, default: 0] < $0.max }) else {
                return window.startedAt + windowS - nowS
            }
            for share in shares { window.counts[share.key, default: 0] += 1 }
            return nil
        }
    }
}
