package import HTTPTypes

/// Determines the network address from which a request comes.
package enum ClientAddress {
    /// The peer's IP address on the current task's connection.
    package static var ofConnection: String? { CallerConnection.current?.address }

    /// IPv6 hosts can choose the last 64 bits of their address (RFC 4291 §2.5.1), so only the bits before them identify
    /// a client.
    private static let prefixBytes = 8

    /// Returns the address that identifies a client; nil if it has none, as on a Unix socket.
    ///
    /// Each trusted proxy appends the address of its own client. So with n proxies, the trustworthy address is the n-th
    /// from the end, and earlier ones may be made up. If the peer is no trusted proxy, the header is ignored.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - connection: The peer's IP address.
    ///   - trustedProxies: The proxies in front.
    /// - Returns: An IPv4 address, or the network of an IPv6 address.
    package static func text(_ headers: HTTPFields, _ connection: String?, trustedProxies: TrustedProxies) -> String? {
        let own = connection.flatMap(network)
        guard trustedProxies.trusts(connection) else { return own }
        let forwarded = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        guard let claimed = forwarded.dropLast(trustedProxies.count - 1).last else { return own }
        return network(withoutPort(claimed.filter { !$0.isWhitespace })) ?? own
    }

    /// Returns the text that identifies clients from an address; nil for a text that is no address.
    package static func network(_ address: String) -> String? {
        guard let address = IPAddress(address) else { return nil }
        if let ipv4 = address.ipv4 { return ipv4.map(String.init).joined(separator: ".") }
        return address.bytes.prefix(prefixBytes).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }

    private static let loopback6 = network("::1")

    /// Returns true if a result of ``text(_:_:trustedProxies:)`` is an address of this host.
    package static func isLoopback(_ client: String) -> Bool {
        client == loopback6 || IPAddress(client)?.isLoopback ?? false
    }

    /// Removes the port that some proxies add, as in `203.0.113.7:51234` or `[2001:db8::1]:51234`.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }
}

extension HTTPField.Name {
    /// The client addresses that reverse proxies report.
    package static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .eTag
}
