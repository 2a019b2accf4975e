import Contracts
package import FoundationEssentials
import Synchronization

/// Limits how often clients ask whether e-mail addresses have an account.
package final class EmailStatusLimiter: Sendable {
    /// The length of a window, in seconds.
    package static let windowS = ServerLimit.emailStatusWindowS.value
    /// Requests of one client about one address: enough to correct a few typing errors in a form.
    package static let perAddressMax = ServerLimit.emailStatusOfAddress.value
    /// Requests of one client: enough for a household or an office that registers.
    ///
    /// A client that sends more is enumerating addresses.
    package static let perClientMax = ServerLimit.emailStatusOfClient.value
    /// Requests of all clients together: a hundred clients at their limit, so that no single client can reach it.
    package static let totalMax = ServerLimit.emailStatusOfAll.value

    private let limiter = FixedWindowLimiter(windowS: windowS)

    package init() {}

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - addressHash: The hash of the requested address; the address itself is not stored.
    ///   - client: The network address of the client.
    ///   - isLocal: Whether that is this host; its limit is that of all clients, because a proxy may forward many.
    ///   - nowS: The time in seconds since 1970.
    /// - Returns: The seconds until this client may ask again; nil if this request is allowed.
    package func blockedForS(_ addressHash: Data, client: String, isLocal: Bool = false, at nowS: Int) -> Int? {
        limiter.blockedForS(
            [
                .init("all", max: Self.totalMax),
                .init("client \(client)", max: isLocal ? Self.totalMax : Self.perClientMax),
                .init("address \(addressHash.base64EncodedString()) \(client)", max: Self.perAddressMax),
            ],
            at: nowS
        )
    }
}

/// Limits registrations, since each costs a password hash and a permanent row.
package final class RegistrationLimiter: Sendable {
    /// The length of a window, in seconds.
    package static let windowS = 3_600
    /// The server's limit in multiples of a client's limit, so that no single client can block registration.
    package static let clientsMax = 20

    private let perClientMax: Int
    private let limiter = FixedWindowLimiter(windowS: windowS)

    /// - Parameter perClientMax: Maximum registrations of one client in a window.
    package init(perClientMax: Int) {
        self.perClientMax = perClientMax
    }

    /// Counts a registration, except from this host, because load tests and tools create many accounts.
    ///
    /// - Returns: The seconds until this client may register again; nil if it may now.
    package func blockedForS(_ client: NetworkClient, at nowS: Int) -> Int? {
        if client.isLocal { return nil }
        return limiter.blockedForS(
            [
                .init("all", max: perClientMax * Self.clientsMax),
                .init("client \(client.text)", max: perClientMax),
            ],
            at: nowS
        )
    }
}

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
