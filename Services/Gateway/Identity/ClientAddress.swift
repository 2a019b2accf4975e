package import HTTPTypes
package import NIOCore

#if canImport(Glibc)
import Glibc
#endif

/// From which network address a request comes, as far as that can be known.
package enum ClientAddress {
    /// The other end of the connection on which the present task reads requests.
    @TaskLocal static var ofConnection: SocketAddress?

    /// IPv6 gives everybody 64 bits to choose addresses from (RFC 4291 §2.5.1), so what is before them tells callers apart.
    private static let prefixBytes = 8

    /// The address by which a caller is told from others; nil if it has none, as on a Unix socket.
    ///
    /// Each trusted proxy has added its caller behind the others. So the address to believe is so many from the end, and
    /// what stands before it may be made up.
    ///
    /// - Parameters:
    ///   - headers: The request's.
    ///   - connection: The other end of its connection.
    ///   - trustedProxies: How many proxies stand in front.
    /// - Returns: An IPv4 address, or the network of an IPv6 address.
    package static func text(_ headers: HTTPFields, _ connection: SocketAddress?, trustedProxies: Int) -> String? {
        guard trustedProxies > 0 else { return connection.flatMap(text) }
        let forwarded = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        guard let claimed = forwarded.dropLast(trustedProxies - 1).last else { return connection.flatMap(text) }
        let address = try? SocketAddress(ipAddress: claimed.filter { !$0.isWhitespace }, port: 0)
        return (address ?? connection).flatMap(text)
    }

    private static func text(_ address: SocketAddress) -> String? {
        guard case .v6 = address, let text = address.ipAddress else { return address.ipAddress }
        var bytes = [UInt8](repeating: 0, count: 16)
        // It writes 16 bytes, as many as an IPv6 address has.
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
        // ::ffff:0:0/96 stands for IPv4 (RFC 4291 §2.5.5.2).
        if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) {
            return bytes.suffix(4).map(String.init).joined(separator: ".")
        }
        return bytes.prefix(prefixBytes).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }
}

extension HTTPField.Name {
    /// What reverse proxies say about who called them.
    package static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .eTag
}
