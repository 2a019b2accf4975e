package import Contracts

/// Identifies the client that a request comes from, as far as the gateway knows it.
package struct NetworkClient: Sendable {
    /// Peers outside Mealwire may send any address, so all of them count as one client.
    private static let foreign = "peer"
    private static let unknown = "unknown"
    /// The gateway's text for `::1`, of which it keeps the network.
    private static let localNetwork = "0:0:0:0:0:0:0:0/64"

    package let text: String
    /// Whether the request comes from this host: from a tool, a load test, or a proxy that `trusted.proxies` leaves out.
    package let isLocal: Bool

    package init(_ address: String?, _ context: RequestContext) {
        text = context.isForeign ? Self.foreign : address ?? Self.unknown
        isLocal =
            !context.isForeign
            && (text == Self.unknown || text == Self.localNetwork || text.hasPrefix("127."))
    }
}
