import Synchronization

/// Limits the number of requests within a window, for each of several keys.
///
/// Counts are in memory, because a request must not cost a commit; a restart resets them. Refused requests are not
/// counted, so there are no more keys than allowed requests.
package final class FixedWindowLimiter: Sendable {
    /// A key that a request counts for, and its limit in one window.
    package struct Limit: Sendable {
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

    /// Counts a request for all of its keys.
    ///
    /// - Parameters:
    ///   - limits: The keys of the request, with their limits.
    ///   - nowS: The time in seconds since 1970.
    /// - Returns: The seconds until the next window if a key has reached its limit, in which case nothing is counted;
    ///   nil otherwise.
    package func blockedForS(_ limits: [Limit], at nowS: Int) -> Int? {
        window.withLock { window in
            // A clock that was set back also starts a new window.
            if window.startedAt == .min || nowS >= window.startedAt + windowS || nowS < window.startedAt {
                window = Window(startedAt: nowS)
            }
            guard limits.allSatisfy({ window.counts[$0.key, default: 0] < $0.max }) else {
                return window.startedAt + windowS - nowS
            }
            for limit in limits { window.counts[limit.key, default: 0] += 1 }
            return nil
        }
    }
}
