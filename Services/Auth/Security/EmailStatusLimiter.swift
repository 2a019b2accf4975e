package import FoundationEssentials

/// Limits how often clients ask whether e-mail addresses have an account.
package final class EmailStatusLimiter: Sendable {
    /// The length of a window, in seconds.
    package static let windowS = 15 * 60
    /// Requests of one client about one address: enough to correct a few typing errors in a form.
    package static let perAddressMax = 10
    /// Requests of one client: enough for a household or an office that registers.
    ///
    /// A client that sends more is enumerating addresses.
    package static let perClientMax = 30
    /// Requests of all clients together: a hundred clients at their limit, so that no single client can reach it.
    package static let totalMax = 3_000

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
