import Contracts

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
