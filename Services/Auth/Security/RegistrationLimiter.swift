import Contracts

/// Bounds how many accounts clients make, since each costs a hash of a password and a row for good.
package final class RegistrationLimiter: Sendable {
    /// In seconds.
    package static let windowS = 3_600
    /// How many clients at their bound the whole server has room for: so no single client closes registration.
    package static let clientsMax = 20

    private let perClientMax: Int
    private let budget = RequestBudget(windowS: windowS)

    /// - Parameter perClientMax: Registrations of one client in a window.
    package init(perClientMax: Int) {
        self.perClientMax = perClientMax
    }

    /// Counts a registration; those from this host are not counted, because load tests and tools make many.
    ///
    /// - Returns: For how many seconds this client cannot register; nil if it can.
    package func blockedForS(_ client: NetworkClient, at nowS: Int) -> Int? {
        if client.isLocal { return nil }
        return budget.blockedForS(
            [
                .init("all", max: perClientMax * Self.clientsMax),
                .init("client \(client.text)", max: perClientMax),
            ],
            at: nowS
        )
    }
}
