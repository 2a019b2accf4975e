import Configuration
import ServiceKit

/// The reverse proxies that may say from where a request comes.
///
/// Configuration keys:
/// - `trusted.proxies` (int, 0, `--trusted-proxies`, `MEALWIRE_TRUSTED_PROXIES`): reverse proxies in front, each of which
///   adds to `X-Forwarded-For` from where it was called.
/// - `trusted.proxyAddresses` (string, loopback and private networks, `--trusted-proxy-addresses`,
///   `MEALWIRE_TRUSTED_PROXY_ADDRESSES`): the addresses or networks of the nearest proxy, separated by commas. A peer
///   of another address is believed nothing. A peer on a Unix socket is believed, since it is on this host.
package struct TrustedProxies: Sendable, ExpressibleByIntegerLiteral {
    /// Loopback, private networks (RFC 1918, RFC 4193), link-local ones, and those of carriers and overlays (RFC 6598):
    /// a proxy on the same host, in a container network or in the same rack has one of these.
    private static let networksDefault = [
        "127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
        "fc00::/7", "fe80::/10",
    ].compactMap(IPNetwork.init)

    /// How many proxies stand in front.
    package let count: Int
    private let networks: [IPNetwork]

    /// Trusts so many proxies, of which the nearest has a loopback or private address.
    package init(integerLiteral count: Int) {
        (self.count, networks) = (count, Self.networksDefault)
    }

    /// - Parameters:
    ///   - count: How many proxies stand in front.
    ///   - addresses: Addresses and networks of the nearest, separated by commas; nil for the default. A text with
    ///     anything else in it makes no value.
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

    /// - Throws: `ConfigurationFailure` for a number out of its range, or an address that is none.
    init(_ reader: ConfigReader) throws(ConfigurationFailure) {
        let count = try reader.number("trusted.proxies", in: 0...10, default: 0)
        let addresses = reader.string(forKey: "trusted.proxyAddresses")
        guard let proxies = TrustedProxies(count: count, addresses: addresses) else {
            let allowed = "addresses and networks separated by commas, such as 10.0.0.5,192.168.0.0/16"
            throw ConfigurationFailure("trusted.proxyAddresses", addresses ?? "", allowed)
        }
        self = proxies
    }

    /// Whether a peer, by its IP address, may say from where a request comes; nil is one on a Unix socket.
    package func believe(_ peer: String?) -> Bool {
        guard count > 0 else { return false }
        guard let peer else { return true }
        guard let address = IPAddress(peer) else { return false }
        return networks.contains { $0.contains(address) }
    }
}
