package import CommandSupport

/// The address of a gateway: `http://127.0.0.1:8080`.
package struct LoadTarget: Sendable, Equatable {
    private static let scheme = "http://"
    private static let portDefault = 80

    package let host: String
    package let port: Int

    /// Parses an address.
    ///
    /// - Parameter url: The address, with or without a slash at its end.
    /// - Throws: `CommandFailure` that describes the accepted form.
    package init(_ url: String) throws(CommandFailure) {
        guard url.hasPrefix(Self.scheme) else {
            throw CommandFailure(
                "--url is \(url), but must begin with http://: run the test on the host of the gateway, behind the TLS proxy."
            )
        }
        var rest = url.dropFirst(Self.scheme.count)
        if rest.last == "/" { rest.removeLast() }
        let wrong = CommandFailure("--url is \(url), but must be http://HOST:PORT and nothing more.")
        guard !rest.contains("/"), !rest.contains("@"), !rest.contains("?") else { throw wrong }
        var portText: Substring?
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            let after = rest[rest.index(after: end)...]
            guard after.isEmpty || after.first == ":" else { throw wrong }
            portText = after.isEmpty ? nil : after.dropFirst()
        } else {
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            host = String(parts[0])
            portText = parts.count == 2 ? parts[1] : nil
        }
        let port = portText.map { Int($0) ?? 0 } ?? Self.portDefault
        guard (1...65_535).contains(port),
            !host.isEmpty
        else { throw wrong }
        self.port = port
    }

    /// The value of the `Host` field.
    package var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether the address is a loopback address of this machine.
    package var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}
