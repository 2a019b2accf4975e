package import HTTPTypes

/// Under which address browsers see this server, as far as that can be known.
package struct PublicAddress: Sendable {
    private static let secureScheme = "https"

    private let isURLSecure: Bool
    /// Scheme, host and port of the public URL.
    private let origin: String?
    private let trustedProxies: TrustedProxies

    /// - Parameters:
    ///   - url: As the operator has set it; nil if not set.
    ///   - trustedProxies: The proxies in front.
    package init(url: String?, trustedProxies: TrustedProxies) {
        let lowercased = url?.lowercased()
        isURLSecure = lowercased?.hasPrefix("\(Self.secureScheme)://") ?? false
        origin = lowercased.map { $0.split(separator: "/", omittingEmptySubsequences: false).prefix(3) }
            .map { $0.joined(separator: "/") }
        self.trustedProxies = trustedProxies
    }

    /// Whether a request left its browser by HTTPS.
    ///
    /// Of several proxies, the one that ends HTTPS says so. From any other peer the header may be made up.
    ///
    /// - Parameters:
    ///   - headers: The request's.
    ///   - connection: The IP address at the other end of its connection; nil for a Unix socket.
    /// - Returns: Whether the public URL or a trusted proxy says so.
    package func isSecure(_ headers: HTTPFields, _ connection: String?) -> Bool {
        if isURLSecure { return true }
        guard trustedProxies.believe(connection) else { return false }
        let claimed = headers[values: .forwardedProto].flatMap { $0.split(separator: ",") }
        return claimed.suffix(trustedProxies.count)
            .contains { $0.filter { $0 != " " }.lowercased() == Self.secureScheme }
    }

    /// Whether an `Origin` is that of this server's own pages.
    package func isOwn(_ claimed: String, _ request: HTTPRequest, _ connection: String?) -> Bool {
        let claimed = claimed.lowercased()
        if claimed == origin { return true }
        guard let host = request.authority?.lowercased() else { return false }
        if claimed == "\(Self.secureScheme)://\(host)" { return true }
        // An attacker can change a page that came by HTTP; such a page must not act for one that came by HTTPS.
        return !isSecure(request.headerFields, connection) && claimed == "http://\(host)"
    }
}

extension HTTPField.Name {
    /// What reverse proxies say about how they were called.
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .eTag
}
