package import Contracts

/// Identifies the client of a request, as far as the gateway knows it.
package struct NetworkClient: Sendable {
    /// Peers outside Mealwire may send any address, so all of them count as one client.
    private static let external = "peer"
    private static let unknown = "unknown"
    /// The gateway's text for `::1`, which it truncates to the network.
    private static let localNetwork = "0:0:0:0:0:0:0:0/64"

    /// IPv6 clients are distinguished by their first 56 bits, because providers assign 256 networks of 64 bits or more
    /// to a home (RIPE-690 §4.2).
    private static let networkSuffix = "/64"
    private static let customerSuffix = "/56"

    /// An IPv4 address, an IPv6 network of 56 bits, or a word for clients without an address.
    package let text: String
    /// Whether the request comes from this host: from a tool, a load test, or a proxy missing in `trusted.proxies`.
    package let isLocal: Bool

    package init(_ address: String?, _ context: RequestContext) {
        let address = context.isExternal ? Self.external : address ?? Self.unknown
        isLocal =
            !context.isExternal
            && (address == Self.unknown || address == Self.localNetwork || address.hasPrefix("127."))
        text = Self.customerNetwork(of: address)
    }

    /// Returns the 56-bit network of a 64-bit one, which the gateway writes byte by byte; other texts are unchanged.
    private static func customerNetwork(of address: String) -> String {
        guard address.hasSuffix(networkSuffix), let lastByte = address.lastIndex(of: ":") else { return address }
        return address[..<lastByte] + customerSuffix
    }
}
