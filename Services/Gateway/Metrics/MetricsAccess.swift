package import Contracts
import FoundationEssentials
import HTTPServer
package import HTTPTypes
import Settings

/// Restricts `/metrics` to programs on this host and to requests with the configured token.
///
/// A server's load is not public.
///
/// With `trusted.proxies`, or a `public.url` that names another host, a proxy on this host may forward requests without
/// adding a header. Then no request counts as local, and the token is required.
package struct MetricsAccess: Sendable {
    /// Shorter tokens can be guessed.
    package static let tokenLengthMin = Settings.Gateway.metricsTokenLengthMin
    /// Headers that reverse proxies add: a request with one of them comes from another host, even if the proxy is
    /// local.
    private static let proxyHeaders = ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"].compactMap {
        HTTPField.Name($0)
    }

    private let token: [UInt8]?
    /// Whether programs on this host need no token.
    private let isLocalTrusted: Bool

    /// Makes the access rules.
    ///
    /// - Parameters:
    ///   - token: The token for other hosts; nil to refuse them.
    ///   - trustedProxies: The number of proxies in front.
    ///   - publicURL: The public URL; nil if not set.
    package init(token: String?, trustedProxies: Int = 0, publicURL: String? = nil) {
        self.token = token.map { Array($0.utf8) }
        isLocalTrusted = trustedProxies == 0 && (publicURL.map(Self.isOfThisHost) ?? true)
    }

    /// Reads the settings.
    ///
    /// - Throws: `ConfigurationFailure` for a token that is too short, or a file that cannot be read.
    init(_ settings: SettingsReader, trustedProxies: Int) throws(ConfigurationFailure) {
        var text = try settings.read(Settings.Gateway.metricsToken)
        if let path = try settings.read(Settings.Gateway.metricsTokenFile) {
            guard let bytes = FileManager.default.contents(atPath: path) else {
                throw ConfigurationFailure(Settings.Gateway.metricsTokenFile, path, "a file that can be read")
            }
            text =
                String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
                ?? ""
        }
        if let text, text.utf8.count < Self.tokenLengthMin {
            throw ConfigurationFailure(Settings.Gateway.metricsToken, "\(text.utf8.count) characters long")
        }
        self.init(
            token: text,
            trustedProxies: trustedProxies,
            publicURL: try settings.read(Settings.Gateway.publicURL)
        )
    }

    /// Checks that a request may read the metrics.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - authority: The host that it names, with or without a port.
    ///   - address: The peer's IP address.
    /// - Throws: `forbidden`, with a hint.
    package func check(_ headers: HTTPFields, authority: String?, address: String?) throws(ServiceError) {
        if let token, let shown = Self.bearer(headers), Self.areEqual(shown, token) { return }
        if isLocalTrusted, Self.isLocal(headers, authority: authority, address: address) { return }
        let local = isLocalTrusted ? "to programs on the server's own host, or " : ""
        throw ServiceError(.forbidden, "Metrics are available only \(local)with the token of metrics.token.")
    }

    private static func bearer(_ headers: HTTPFields) -> [UInt8]? {
        guard let value = headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return Array(value.utf8.dropFirst("bearer ".utf8.count))
    }

    /// Compares in constant time, so that the duration does not reveal a matching prefix.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns true if a program on this host sends the request directly.
    ///
    /// Browsers are excluded by the host name: another site can make them send requests here, but under its own name.
    private static func isLocal(_ headers: HTTPFields, authority: String?, address: String?) -> Bool {
        guard let address, isLoopback(address), !proxyHeaders.contains(where: { headers[$0] != nil }) else {
            return false
        }
        guard let authority else { return true }
        let host = withoutPort(authority)
        return host == "localhost" || isLoopback(host)
    }

    /// Returns true if a public URL names this host by a name that works only locally.
    private static func isOfThisHost(_ url: String) -> Bool {
        // Scheme, empty part, and host with port.
        let parts = url.lowercased().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return false }
        let host = withoutPort(String(parts[2]))
        return host == "localhost" || isLoopback(host)
    }

    private static func withoutPort(_ authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[..<end].dropFirst())
        }
        return String(authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
    }

    private static func isLoopback(_ text: String) -> Bool { IPAddress(text)?.isLoopback ?? false }
}
