import Configuration
package import Contracts
import FoundationEssentials
package import HTTPTypes
import ServiceKit

/// Who may read `/metrics`: programs on this host, and whoever shows the token of the configuration.
///
/// How busy a server is, and with what, is no business of those who use it.
///
/// Where `trusted.proxies` or a `public.url` that is not this host's say that others are let in from this host, by a proxy that
/// may add no header at all, nobody counts as a program on this host: the token alone opens.
///
/// Configuration keys:
/// - `metrics.token` (string, secret, none, `MEALWIRE_METRICS_TOKEN`): what callers of other hosts send as
///   `Authorization: Bearer …`; 16 characters at least.
/// - `metrics.token.file` (string, none, `--metrics-token-file`): a file that holds it instead.
package struct MetricsAccess: Sendable {
    /// Shorter ones can be guessed.
    package static let tokenLengthMin = 16
    /// What reverse proxies add: who came through one is not on this host, though the proxy may be.
    private static let proxyHeaders = ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"].compactMap {
        HTTPField.Name($0)
    }

    private let token: [UInt8]?
    /// Whether programs on this host need no token.
    private let isLocalTrusted: Bool

    /// - Parameters:
    ///   - token: What others show; nil if nobody can.
    ///   - trustedProxies: How many proxies stand in front.
    ///   - publicURL: Under which browsers reach the set; nil where nobody has said it.
    package init(token: String?, trustedProxies: Int = 0, publicURL: String? = nil) {
        self.token = token.map { Array($0.utf8) }
        isLocalTrusted = trustedProxies == 0 && (publicURL.map(Self.isOfThisHost) ?? true)
    }

    /// - Throws: `ConfigurationFailure` for a token that is too short, or a file that cannot be read.
    init(_ reader: ConfigReader, trustedProxies: Int) throws(ConfigurationFailure) {
        var text = reader.string(forKey: "metrics.token", isSecret: true)
        if let path = reader.string(forKey: "metrics.token.file") {
            guard let bytes = FileManager.default.contents(atPath: path) else {
                throw ConfigurationFailure("metrics.token.file", path, "a file that can be read")
            }
            text =
                String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
                ?? ""
        }
        if let text, text.utf8.count < Self.tokenLengthMin {
            let allowed = "\(Self.tokenLengthMin) characters at least; `openssl rand -hex 32` makes one"
            throw ConfigurationFailure("metrics.token", "\(text.utf8.count) characters long", allowed)
        }
        self.init(token: text, trustedProxies: trustedProxies, publicURL: reader.string(forKey: "public.url"))
    }

    /// Whether a caller may read.
    ///
    /// - Parameters:
    ///   - headers: The request's.
    ///   - authority: The host that it names, with or without a port.
    ///   - address: The IP address at the other end of its connection.
    /// - Throws: `forbidden` with what helps.
    package func check(_ headers: HTTPFields, authority: String?, address: String?) throws(ServiceError) {
        if let token, let shown = Self.bearer(headers), Self.areEqual(shown, token) { return }
        if isLocalTrusted, Self.isLocal(headers, authority: authority, address: address) { return }
        let local = isLocalTrusted ? "programs on the server's own host, and for " : ""
        throw ServiceError(.forbidden, "Figures are for \(local)who shows the token of metrics.token.")
    }

    private static func bearer(_ headers: HTTPFields) -> [UInt8]? {
        guard let value = headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return Array(value.utf8.dropFirst("bearer ".utf8.count))
    }

    /// In a time that does not tell how much of the token was right.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a program on this host calls, by itself.
    ///
    /// The name that it calls the host by keeps browsers out, which other sites send here under a name of their own.
    private static func isLocal(_ headers: HTTPFields, authority: String?, address: String?) -> Bool {
        guard let address, isLoopback(address), !proxyHeaders.contains(where: { headers[$0] != nil }) else {
            return false
        }
        guard let authority else { return true }
        let host = withoutPort(authority)
        return host == "localhost" || isLoopback(host)
    }

    /// Whether a public URL names this host by a name that only programs on it can use.
    private static func isOfThisHost(_ url: String) -> Bool {
        // Scheme, nothing, and host with port.
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
