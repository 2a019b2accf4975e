package import CommandSupport
package import FoundationEssentials

/// The address of a Mealwire server, as a user gives it.
package struct ServerAddress: Sendable, Equatable {
    /// The address of a server on this machine.
    package static let standard = "http://127.0.0.1:8080"

    private static let loopback: Set<String> = ["127.0.0.1", "::1", "[::1]", "localhost"]

    package let url: URL
    /// The address without a slash at its end.
    package let text: String

    /// Parses an address.
    ///
    /// - Throws: `CommandFailure` for another text than an address of HTTP.
    package init(_ given: String) throws(CommandFailure) {
        var text = given
        while text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), let host = url.host, !host.isEmpty,
            url.query == nil, url.fragment == nil, url.user == nil
        else {
            throw CommandFailure("\(given) is no address of a server. Give one such as https://meals.example.org.")
        }
        (self.url, self.text) = (url, text)
    }

    /// Whether a password would be sent over a network without encryption.
    package var isOpen: Bool { url.scheme == "http" && !Self.loopback.contains(url.host ?? "") }
}
