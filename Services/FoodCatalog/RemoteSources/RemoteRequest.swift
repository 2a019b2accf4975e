import Contracts
import FoundationEssentials

/// A GET request to a source.
///
/// Its description reveals nothing, since the query may contain a key.
package struct RemoteRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    let url: URL
    /// The media types that the answer may have, as `Accept` names them.
    let mediaTypes: String
    /// Whether it may be sent again on another connection.
    ///
    /// Questions may not: sources count each of them.
    let mayRepeat: Bool

    package var description: String { "a request" }
    package var debugDescription: String { description }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - base: The source's base URL.
    ///   - path: The path below it, with a leading slash.
    ///   - query: Unescaped names and values.
    package init(_ base: RemoteAddress, _ path: String, _ query: [(String, String)]) {
        let query = query.map { "\(Self.escaped($0))=\(Self.escaped($1))" }.joined(separator: "&")
        // The escaped text contains only unreserved ASCII, so it is a valid URL.
        url = URL(string: "\(base.text)\(path)?\(query)") ?? base.url
        mediaTypes = "application/json"
        mayRepeat = false
    }

    /// Creates a request for a picture; nil for an address at a server that is not among the allowed ones.
    ///
    /// - Parameters:
    ///   - address: The whole address, which anyone may have written.
    ///   - servers: The addresses of the allowed servers.
    package init?(pictureAt address: String, allowed servers: [RemoteAddress]) {
        guard let url = URL(string: address), url.user() == nil, servers.contains(where: { $0.isOrigin(of: url) })
        else { return nil }
        self.url = url
        mediaTypes = ImageTransfer.mediaTypes.joined(separator: ", ")
        mayRepeat = true
    }

    /// Returns the target of a redirect; nil if it leads to another origin.
    ///
    /// - Parameters:
    ///   - location: The `Location` header, absolute or relative.
    ///   - current: The URL that returned it.
    /// - Returns: A URL of the same source.
    func redirectTarget(to location: String, from current: URL) -> URL? {
        guard let target = URL(string: location, relativeTo: current)?.absoluteURL,
            target.user() == nil, RemoteAddress.haveOneOrigin(target, url)
        else { return nil }
        return target
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}

/// A complete response.
package struct RemoteResponse: Sendable {
    package var status: Int
    package var body: [UInt8]
    /// The value of `Retry-After` in seconds.
    package var retryAfterSeconds: Int?

    package init(status: Int, body: [UInt8], retryAfterSeconds: Int? = nil) {
        self.status = status
        self.body = body
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Checks the HTTP status.
    ///
    /// - Throws: The failure that the status means for every source.
    func checkStatus() throws(RemoteFailure) {
        switch status {
        case 200: return
        case 429:
            throw .tooManyRequests(
                retryAfterSeconds: retryAfterSeconds ?? RemoteRequestLimiter.defaultRetryAfterSeconds
            )
        // With a `Retry-After` header the source is overloaded, not broken.
        case 503:
            guard let retryAfterSeconds else { throw .refused(status: status) }
            throw .tooManyRequests(retryAfterSeconds: retryAfterSeconds)
        default: throw .refused(status: status)
        }
    }
}

/// The base URL of a source: https, or http on this host.
package struct RemoteAddress: Sendable {
    /// The URL without a trailing slash.
    package let text: String
    let url: URL

    private static let ownHost: Set<String> = ["127.0.0.1", "::1", "[::1]", "localhost"]

    /// Parses `https://host:port/path`; nil for anything else, including `http` to another host.
    package init?(_ text: String) {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty, url.query() == nil,
            url.fragment() == nil, url.user() == nil,
            url.scheme == "https" || url.scheme == "http" && Self.ownHost.contains(host)
        else { return nil }
        (self.text, self.url) = (text, url)
    }

    /// Whether it names a server alone.
    var hasNoPath: Bool { url.path().isEmpty }

    /// Returns the addresses of some texts; those that are none are left out.
    static func all(_ texts: [String]) -> [RemoteAddress] { texts.compactMap { RemoteAddress($0) } }

    /// Returns whether an address has the same scheme, host and port.
    func isOrigin(of other: URL) -> Bool { Self.haveOneOrigin(other, url) }

    static func haveOneOrigin(_ first: URL, _ second: URL) -> Bool {
        first.scheme == second.scheme && first.host()?.lowercased() == second.host()?.lowercased()
            && port(of: first) == port(of: second)
    }

    private static func port(of url: URL) -> Int { url.port ?? (url.scheme == "https" ? 443 : 80) }
}
