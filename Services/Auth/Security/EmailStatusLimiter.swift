package import FoundationEssentials

/// Bounds how often clients ask whether e-mail addresses have an account.
package final class EmailStatusLimiter: Sendable {
    /// In seconds.
    package static let windowS = 15 * 60
    /// Questions of one client about one address: a person who fills in a form corrects a few typing errors.
    package static let perAddressMax = 10
    /// Questions of one client: a household or an office that registers.
    ///
    /// A client that asks more reads out a list.
    package static let perClientMax = 30
    /// Questions of all clients together: a hundred clients at their bound, so that no single one reaches it.
    package static let ofAllMax = 3_000

    private let budget = RequestBudget(windowS: windowS)

    package init() {}

    /// Counts a question.
    ///
    /// - Parameters:
    ///   - addressHash: Of the address in question; the address itself is not kept.
    ///   - client: The network address that asks.
    ///   - isLocal: Whether that is this host: several clients may come through one proxy, and have the bound of all.
    ///   - nowS: Seconds since 1970.
    /// - Returns: For how many seconds this client gets no answer; nil if this question is answered.
    package func blockedForS(_ addressHash: Data, client: String, isLocal: Bool = false, at nowS: Int) -> Int? {
        budget.blockedForS(
            [
                .init("all", max: Self.ofAllMax),
                .init("client \(client)", max: isLocal ? Self.ofAllMax : Self.perClientMax),
                .init("address \(addressHash.base64EncodedString()) \(client)", max: Self.perAddressMax),
            ],
            at: nowS
        )
    }
}
