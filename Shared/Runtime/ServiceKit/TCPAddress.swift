/// A host and a port, as in `tcp://10.0.0.5:5700`, `tcp://[::1]:5700` or `tcp://broker.lan:5700`.
package struct TCPAddress: Sendable, Hashable, CustomStringConvertible {
    private static let scheme = "tcp://"

    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads an endpoint; nil if it is none of TCP.
    package init?(endpoint: String) {
        guard endpoint.hasPrefix(Self.scheme) else { return nil }
        let authority = endpoint.dropFirst(Self.scheme.count)
        guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...])
        else { return nil }
        var host = authority[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    package var description: String { "\(Self.scheme)\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
