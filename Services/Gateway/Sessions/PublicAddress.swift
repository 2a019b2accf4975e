package import HTTPServer
package import HTTPTypes

/// The address under which browsers reach this server, as far as is known.
package struct PublicAddress: Sendable {
    private static let secureScheme = "https"

    private let isURLSecure: Bool
    /// Scheme, host and port of the public URL.
    private let origin: String?
    private let trustedProxies: TrustedProxies

    /// Makes a value from settings.
    ///
    /// - Parameters:
    ///   - url: The public URL; nil if not set.
    ///   - trustedProxies: The proxies in front.
    package init(url: String?, trustedProxies: TrustedProxies) {
        let lowercased = url?.lowercased()
        isURLSecure = lowercased?.hasPrefix("\(Self.secureScheme)://") ?? false
        origin = lowercased.map { $0.split(separator: "/", omittingEmptySubsequences: false).prefix(3) }
            .map { $0.joined(separator: "/") }
        self.trustedProxies = trustedProxies
    }

    /// Returns true if a browser sent a request over HTTPS.
    ///
    /// Of several proxies, the one that terminates TLS reports it. From other peers, the header is ignored.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - connection: The peer's IP address; nil for a Unix socket.
    /// - Returns: True if the connection is encrypted, or if the public URL or a trusted proxy says so.
    package func isSecure(_ headers: HTTPFields, _ connection: String?) -> Bool {
        if isURLSecure || CallerConnection.current?.isEncrypted ?? false { return true }
        guard trustedProxies.trusts(connection) else { return false }
        let claimed = headers[values: .forwardedProto].flatMap { $0.split(separator: ",") }
        return claimed.suffix(trustedProxies.count)
            .contains { $0.filter { $0 != " " }.lowercased() == Self.secureScheme }
    }

    /// Returns true if an `Origin` belongs to this server's own pages.
    package func isOwn(_ claimed: String, _ request: HTTPRequest, _ connection: String?) -> Bool {
        let claimed = claimed.lowercased()
        if claimed == origin { return true }
        guard let host = request.authority?.lowercased() else { return false }
        if claimed == "\(Self.secureScheme)://\(host)" { return true }
        // An attacker can change a page that was loaded over HTTP. So such a page must not act on an HTTPS session.
        return !isSecure(request.headerFields, connection) && claimed == "http://\(host)"
    }
}

extension HTTPField.Name {
    /// The scheme that reverse proxies report.
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .eTag
}
