package import Contracts

/// Identifies the client that a request comes from, as far as the gateway knows it.
package struct NetworkClient: Sendable {
    /// Peers outside Mealwire may send any address, so all of them count as one client.
    private static let foreign = "peer"
    private static let unknown = "unknown"
    /// The gateway's text for `::1`, of which it keeps the network.
    private static let localNetwork = "0:0:0:0:0:0:0:0/64"

    /// An Internet provider gives a home 256 networks of 64 bits or more (RIPE-690 §4.2), so IPv6 clients are told apart by
    /// the 56 bits before them.
    private static let networkSuffix = "/64"
    private static let homeSuffix = "/56"

    /// An IPv4 address, the network of 56 bits of an IPv6 address, or a word for clients without an address.
    package let text: String
    /// Whether the request comes from this host: from a tool, a load test, or a proxy that `trusted.proxies` leaves out.
    package let isLocal: Bool

    package init(_ address: String?, _ context: RequestContext) {
        let address = context.isForeign ? Self.foreign : address ?? Self.unknown
        isLocal =
            !context.isForeign
            && (address == Self.unknown || address == Self.localNetwork || address.hasPrefix("127."))
        text = Self.home(of: address)
    }

    /// Returns the network of a home from that of 64 bits, which the gateway tells byte by byte, and any
    /// other text as it is.
    private static func home(of address: String) -> String {
        guard address.hasSuffix(networkSuffix), let lastByte = address.lastIndex(of: ":") else { return address }
        return address[..<lastByte] + homeSuffix
    }
}
