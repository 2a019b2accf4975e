package import HTTPTypes

/// Under which address browsers see this server, as far as that can be known.
package struct PublicAddress: Sendable {
    private static let secureScheme = "https"

    private let isURLSecure: Bool
    /// Scheme, host and port of the public URL.
    private let origin: String?
    private let trustedProxies: Int

    /// - Parameters:
    ///   - url: As who runs the set says it; nil if they do not.
    ///   - trustedProxies: How many proxies stand in front.
    package init(url: String?, trustedProxies: Int) {
        let lowercased = url?.lowercased()
        isURLSecure = lowercased?.hasPrefix("\(Self.secureScheme)://") ?? false
        origin = lowercased.map { $0.split(separator: "/", omittingEmptySubsequences: false).prefix(3) }
            .map { $0.joined(separator: "/") }
        self.trustedProxies = trustedProxies
    }

    /// Whether a request left its browser by HTTPS.
    ///
    /// Of several proxies, the one that ends HTTPS is the one to say so. Without any, the header is made up.
    package func isSecure(_ headers: HTTPFields) -> Bool {
        let claimed = headers[values: .forwardedProto].flatMap { $0.split(separator: ",") }.suffix(trustedProxies)
        return isURLSecure || claimed.contains { $0.filter { $0 != " " }.lowercased() == Self.secureScheme }
    }

    /// Whether an `Origin` is that of this server's own pages.
    package func isOwn(_ claimed: String, _ request: HTTPRequest) -> Bool {
        let claimed = claimed.lowercased()
        if claimed == origin { return true }
        guard let host = request.authority?.lowercased() else { return false }
        if claimed == "\(Self.secureScheme)://\(host)" { return true }
        // Who can change what comes by HTTP must not speak for a page that came by HTTPS.
        return !isSecure(request.headerFields) && claimed == "http://\(host)"
    }
}

extension HTTPField.Name {
    /// What reverse proxies say about how they were called.
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .eTag
}
