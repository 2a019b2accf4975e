import Configuration
package import Contracts
package import HTTPTypes
import FoundationEssentials
import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

/// Who may read `/metrics`: programs on this host, and whoever shows the token of the configuration.
///
/// How busy a server is, and with what, is no business of those who use it.
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

    package init(token: String?) {
        self.token = token.map { Array($0.utf8) }
    }

    /// - Throws: `ConfigurationFailure` for a token that is too short, or a file that cannot be read.
    init(_ reader: ConfigReader) throws(ConfigurationFailure) {
        var text = reader.string(forKey: "metrics.token", isSecret: true)
        if let path = reader.string(forKey: "metrics.token.file") {
            guard let bytes = FileManager.default.contents(atPath: path) else {
                throw ConfigurationFailure("metrics.token.file", path, "a file that can be read")
            }
            text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        }
        if let text, text.utf8.count < Self.tokenLengthMin {
            let allowed = "\(Self.tokenLengthMin) characters at least; `openssl rand -hex 32` makes one"
            throw ConfigurationFailure("metrics.token", "\(text.utf8.count) characters long", allowed)
        }
        self.init(token: text)
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
        if Self.isLocal(headers, authority: authority, address: address) { return }
        throw ServiceError(
            .forbidden,
            "Figures are for programs on the server's own host, and for who shows the token of metrics.token."
        )
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

    private static func withoutPort(_ authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[..<end].dropFirst())
        }
        return String(authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
    }

    /// 127.0.0.0/8 (RFC 6890), `::1`, and the former in the form of the latter.
    private static func isLoopback(_ address: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 { return bytes[0] == 127 }
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return false }
        if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) { return bytes[12] == 127 }
        return bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}
