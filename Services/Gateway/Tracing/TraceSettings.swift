import FoundationEssentials
package import Settings

/// The settings of trace export.
package struct TraceSettings: Sendable {
    /// The path that is added to an endpoint without one.
    private static let defaultPath = "/v1/traces"
    private static let schemes = ["http", "https"]

    /// The collector's address; nil if nothing is recorded.
    package let endpoint: String?
    package let ratio: Double
    package let headers: [(name: String, value: String)]

    package init(endpoint: String?, ratio: Double = 1, headers: [(name: String, value: String)] = []) {
        self.endpoint = endpoint
        self.ratio = ratio
        self.headers = headers
    }

    /// Reads the settings.
    ///
    /// - Throws: `ConfigurationFailure` for an invalid address, ratio or header.
    package init(_ settings: SettingsReader) throws {
        self.init(
            endpoint: try settings.read(Settings.Gateway.tracesEndpoint).map(Self.address),
            ratio: try settings.read(Settings.Gateway.tracesRatio),
            headers: try settings.read(Settings.Gateway.tracesHeaders).map(Self.headers) ?? []
        )
    }

    /// Returns the scheme, host and port of an address; its query may hold a secret and must not be logged.
    ///
    /// - Parameter endpoint: The address of a collector.
    /// - Returns: Such as `http://127.0.0.1:4318`.
    package static func origin(of endpoint: String) -> String {
        let parts = endpoint.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
        return String(parts.joined(separator: "/").prefix { $0 != "?" && $0 != "#" })
    }

    private static func address(_ text: String) throws -> String {
        guard !origin(of: text).contains("@") else {
            // The message must not contain the value, which has a password.
            throw ConfigurationFailure(
                Settings.Gateway.tracesEndpoint,
                "an address with a user in it",
                "an address without a user; put credentials into traces.headers"
            )
        }
        guard let url = URL(string: text), let scheme = url.scheme, schemes.contains(scheme.lowercased()),
            let host = url.host(), !host.isEmpty
        else {
            throw ConfigurationFailure(
                Settings.Gateway.tracesEndpoint,
                text.contains("@") ? "not readable" : text
            )
        }
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        return url.path().filter { $0 != "/" }.isEmpty ? trimmed + defaultPath : trimmed
    }

    private static func headers(_ text: String) throws -> [(name: String, value: String)] {
        try text.split(separator: ",").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                // The message must not contain the value, which is secret.
                throw ConfigurationFailure(Settings.Gateway.tracesHeaders, "not readable")
            }
            return (String(parts[0].filter { $0 != " " }), String(parts[1]))
        }
    }
}
