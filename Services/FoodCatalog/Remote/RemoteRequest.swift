import FoundationEssentials

/// A GET to a source.
///
/// It says nothing of itself when it is printed, since its query may hold a key.
package struct RemoteRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    let url: URL

    package var description: String { "a request" }
    package var debugDescription: String { description }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - base: The source's address.
    ///   - path: Below it, with a slash in front.
    ///   - query: Names and values as they are; they are escaped here.
    package init(_ base: RemoteAddress, _ path: String, _ query: [(String, String)]) {
        let query = query.map { "\(Self.escaped($0))=\(Self.escaped($1))" }.joined(separator: "&")
        // Nothing but ASCII that stands for itself is left, so the text is an address.
        url = URL(string: "\(base.text)\(path)?\(query)") ?? base.url
    }

    /// Where a source sends us; nil where that is somebody else.
    ///
    /// - Parameters:
    ///   - location: As it says, whole or relative.
    ///   - current: The address that said so.
    /// - Returns: An address at the same source.
    func detour(to location: String, from current: URL) -> URL? {
        guard let target = URL(string: location, relativeTo: current)?.absoluteURL,
            target.scheme == url.scheme, target.host() == url.host(), target.port == url.port
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

/// What came back, whole.
package struct RemoteResponse: Sendable {
    package var status: Int
    package var body: [UInt8]
    /// What `Retry-After` says, in seconds.
    package var retryAfterS: Int?

    package init(status: Int, body: [UInt8], retryAfterS: Int? = nil) {
        self.status = status
        self.body = body
        self.retryAfterS = retryAfterS
    }

    /// - Throws: What a status says by itself, whatever the source.
    func checkStatus() throws(RemoteFailure) {
        switch status {
        case 200: return
        case 429: throw .tooManyRequests(retryAfterS: retryAfterS ?? RemoteGate.retryAfterDefaultS)
        // With a time to come back at it is a matter of load, and not of being broken.
        case 503:
            guard let retryAfterS else { throw .refused(status: status) }
            throw .tooManyRequests(retryAfterS: retryAfterS)
        default: throw .refused(status: status)
        }
    }
}

/// Where a source is: by TLS, except on this very host.
package struct RemoteAddress: Sendable {
    /// Without a slash at the end.
    let text: String
    let url: URL

    private static let ownHost: Set<String> = ["127.0.0.1", "::1", "[::1]", "localhost"]

    /// Reads `https://host:port/path`; nil for anything else, and for `http` to another host.
    package init?(_ text: String) {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty, url.query() == nil,
            url.fragment() == nil, url.user() == nil,
            url.scheme == "https" || url.scheme == "http" && Self.ownHost.contains(host)
        else { return nil }
        (self.text, self.url) = (text, url)
    }
}
