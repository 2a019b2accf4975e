package import Configuration
import FoundationEssentials
import ServiceKit

/// The settings of trace export.
///
/// Configuration keys:
/// - `traces.endpoint` (string, none, `--traces-endpoint`, `MEALWIRE_TRACES_ENDPOINT`): the address of a collector for
///   OTLP over HTTP, such as `http://127.0.0.1:4318`; without it, nothing is recorded.
/// - `traces.ratio` (number, 1, `--traces-ratio`): the share of requests to record, from 0 for none to 1 for all. It
///   applies to requests without a `traceparent` header.
/// - `traces.headers` (string, secret, none, `MEALWIRE_TRACES_HEADERS`): headers that the collector requires, such as
///   `authorization=Bearer abc`; separated by commas.
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
    package init(_ reader: ConfigReader) throws {
        self.init(
            endpoint: try reader.string(forKey: "traces.endpoint").map(Self.address),
            ratio: try reader.string(forKey: "traces.ratio").map(Self.ratio) ?? 1,
            headers: try reader.string(forKey: "traces.headers", isSecret: true).map(Self.headers) ?? []
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
                "traces.endpoint",
                "an address with a user in it",
                "an address without a user; put credentials into traces.headers"
            )
        }
        guard let url = URL(string: text), let scheme = url.scheme, schemes.contains(scheme.lowercased()),
            let host = url.host(), !host.isEmpty
        else {
            throw ConfigurationFailure(
                "traces.endpoint",
                text.contains("@") ? "not readable" : text,
                "the address of a collector, such as http://127.0.0.1:4318"
            )
        }
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        return url.path().filter { $0 != "/" }.isEmpty ? trimmed + defaultPath : trimmed
    }

    private static func ratio(_ text: String) throws -> Double {
        guard let ratio = Double(text), (0...1).contains(ratio) else {
            throw ConfigurationFailure("traces.ratio", text, "a number from 0 to 1")
        }
        return ratio
    }

    private static func headers(_ text: String) throws -> [(name: String, value: String)] {
        try text.split(separator: ",").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                // The message must not contain the value, which is secret.
                throw ConfigurationFailure("traces.headers", "not readable", "name=value, several separated by commas")
            }
            return (String(parts[0].filter { $0 != " " }), String(parts[1]))
        }
    }
}
