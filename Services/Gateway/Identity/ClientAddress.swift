package import HTTPTypes

/// From which network address a request comes, as far as that can be known.
package enum ClientAddress {
    /// The IP address at the other end of the connection on which the present task reads requests.
    static var ofConnection: String? { CallerConnection.current?.address }

    /// IPv6 gives everybody 64 bits to choose addresses from (RFC 4291 §2.5.1), so what is before them tells callers apart.
    private static let prefixBytes = 8

    /// The address by which a caller is told from others; nil if it has none, as on a Unix socket.
    ///
    /// Each trusted proxy has added its caller behind the others. So the address to believe is so many from the end, and
    /// what stands before it may be made up. A peer that is no trusted proxy is believed nothing.
    ///
    /// - Parameters:
    ///   - headers: The request's.
    ///   - connection: The IP address at the other end of its connection.
    ///   - trustedProxies: The proxies in front.
    /// - Returns: An IPv4 address, or the network of an IPv6 address.
    package static func text(_ headers: HTTPFields, _ connection: String?, trustedProxies: TrustedProxies) -> String? {
        let own = connection.flatMap(network)
        guard trustedProxies.believe(connection) else { return own }
        let forwarded = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        guard let claimed = forwarded.dropLast(trustedProxies.count - 1).last else { return own }
        return network(withoutPort(claimed.filter { !$0.isWhitespace })) ?? own
    }

    /// Returns the text by which callers from an address are told from others; nil for a text that is no address.
    package static func network(_ address: String) -> String? {
        guard let address = IPAddress(address) else { return nil }
        if let ipv4 = address.ipv4 { return ipv4.map(String.init).joined(separator: ".") }
        return address.bytes.prefix(prefixBytes).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }

    /// Some proxies add the port, as `203.0.113.7:51234` or `[2001:db8::1]:51234`.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }
}

extension HTTPField.Name {
    /// What reverse proxies say about who called them.
    package static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .eTag
}
