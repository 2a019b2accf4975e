package import HTTPTypes

#if canImport(Glibc)
import Glibc
#endif

/// From which network address a request comes, as far as that can be known.
package enum ClientAddress {
    /// The IP address at the other end of the connection on which the present task reads requests.
    static var ofConnection: String? { CallerConnection.current?.address }

    /// IPv6 gives everybody 64 bits to choose addresses from (RFC 4291 §2.5.1), so what is before them tells callers apart.
    private static let prefixBytes = 8
    /// What stands before an IPv4 address in the form of an IPv6 one (RFC 4291 §2.5.5.2).
    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// The address by which a caller is told from others; nil if it has none, as on a Unix socket.
    ///
    /// Each trusted proxy has added its caller behind the others. So the address to believe is so many from the end, and
    /// what stands before it may be made up.
    ///
    /// - Parameters:
    ///   - headers: The request's.
    ///   - connection: The IP address at the other end of its connection.
    ///   - trustedProxies: How many proxies stand in front.
    /// - Returns: An IPv4 address, or the network of an IPv6 address.
    package static func text(_ headers: HTTPFields, _ connection: String?, trustedProxies: Int) -> String? {
        let own = connection.flatMap(network)
        guard trustedProxies > 0 else { return own }
        let forwarded = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        guard let claimed = forwarded.dropLast(trustedProxies - 1).last else { return own }
        return network(withoutPort(claimed.filter { !$0.isWhitespace })) ?? own
    }

    /// Some proxies add the port, as `203.0.113.7:51234` or `[2001:db8::1]:51234`.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }

    private static func network(_ address: String) -> String? {
        // Each writes as many bytes as its kind of address has: 4 and 16.
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 { return address }
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
        if bytes.starts(with: mappedPrefix) { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        return bytes.prefix(prefixBytes).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }
}

extension HTTPField.Name {
    /// What reverse proxies say about who called them.
    package static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .eTag
}
