package import Settings

/// The reverse proxies with trusted `X-Forwarded-…` headers.
///
/// Without a proxy they are not trusted, because any client can set them. A peer on a Unix socket is trusted, because
/// it runs on this host.
package struct TrustedProxies: Sendable, ExpressibleByIntegerLiteral {
    /// The default networks of the nearest proxy.
    ///
    /// They are loopback, private networks (RFC 1918, RFC 4193), link-local ones, and those of carriers and overlays
    /// (RFC 6598). A proxy on the same host, in a container network or in the same rack has such an address.
    private static let networksDefault = [
        "127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
        "fc00::/7", "fe80::/10",
    ].compactMap(IPNetwork.init)

    /// The number of proxies in front.
    package let count: Int
    private let networks: [IPNetwork]

    /// Trusts this number of proxies; the nearest must have a loopback or private address.
    package init(integerLiteral count: Int) {
        (self.count, networks) = (count, Self.networksDefault)
    }

    /// Makes a value from settings; nil if `addresses` contains an invalid part.
    ///
    /// - Parameters:
    ///   - count: The number of proxies in front.
    ///   - addresses: Addresses and networks of the nearest, separated by commas; nil for the default.
    package init?(count: Int, addresses: String?) {
        self.count = count
        guard let addresses else {
            networks = Self.networksDefault
            return
        }
        let texts = addresses.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
        networks = texts.compactMap(IPNetwork.init)
        guard networks.count == texts.count, !networks.isEmpty else { return nil }
    }

    /// Reads the settings.
    ///
    /// - Throws: `ConfigurationFailure` for a number out of range, or an invalid address.
    package init(_ settings: SettingsReader) throws(ConfigurationFailure) {
        let count = try settings.read(Settings.Gateway.trustedProxies)
        let addresses = try settings.read(Settings.Gateway.trustedProxyAddresses)
        guard let proxies = TrustedProxies(count: count, addresses: addresses) else {
            throw ConfigurationFailure(Settings.Gateway.trustedProxyAddresses, addresses ?? "")
        }
        self = proxies
    }

    /// Returns true if the headers of a peer are trusted, by its IP address; nil means a Unix socket.
    package func trusts(_ peer: String?) -> Bool {
        guard count > 0 else { return false }
        guard let peer else { return true }
        guard let address = IPAddress(peer) else { return false }
        return networks.contains { $0.contains(address) }
    }
}
