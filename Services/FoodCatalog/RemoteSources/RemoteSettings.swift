package import Configuration
import ServiceKit

/// The enabled remote sources and their settings.
///
/// Configuration keys, from the command line, then the environment:
/// - `catalog.remote.openfoodfacts` (`off` or `on`, default `off`, `--catalog-remote-openfoodfacts`,
///   `MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS`): enables Open Food Facts.
/// - `catalog.remote.contact` (string, no default, `MEALWIRE_CATALOG_REMOTE_CONTACT`): the operator's e-mail or web
///   address, sent to sources in the `User-Agent`. Open Food Facts requires it.
/// - `catalog.remote.edamam.id`, `catalog.remote.edamam.key` (secrets, no default, `MEALWIRE_CATALOG_REMOTE_EDAMAM_ID`,
///   `MEALWIRE_CATALOG_REMOTE_EDAMAM_KEY`): credentials of an Edamam application; both together enable Edamam. On a
///   command line every user of the machine could read them.
/// - `catalog.remote.openfoodfacts.url`, `catalog.remote.edamam.url` (string, default: the source's own,
///   `MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS_URL`, …): another base URL, such as a proxy's; `https`, or `http` on this
///   host.
/// - `catalog.remote.timeoutMs` (int, default 5000, `MEALWIRE_CATALOG_REMOTE_TIMEOUT_MS`): timeout of an answer in
///   milliseconds.
package struct RemoteSettings: Sendable {
    /// Allowed timeouts in milliseconds, from less than any round trip to longer than users wait.
    package static let timeoutsMs = 100...15_000

    package var sources: [any RemoteSource] = []
    package var contact: String?
    package var timeoutMs = 5_000

    /// Creates settings without any source.
    package init() {}

    package init(_ reader: ConfigReader) throws {
        timeoutMs = try reader.number("catalog.remote.timeoutMs", in: Self.timeoutsMs, default: timeoutMs)
        contact = try Self.contact(reader)
        let openFoodFacts = try Self.address(
            "catalog.remote.openfoodfacts.url",
            reader,
            default: OpenFoodFacts.standardAddress
        )
        let edamam = try Self.address("catalog.remote.edamam.url", reader, default: Edamam.standardAddress)
        if try Self.isEnabled("catalog.remote.openfoodfacts", reader) {
            guard contact != nil else {
                throw ConfigurationFailure(
                    "catalog.remote.contact",
                    "not set",
                    "an e-mail or web address where catalog.remote.openfoodfacts is on, because Open Food Facts requires "
                        + "a contact"
                )
            }
            sources.append(OpenFoodFacts(openFoodFacts))
        }
        if let key = try Self.edamamKey(reader) { sources.append(Edamam(edamam, key)) }
    }

    private static func isEnabled(_ key: String, _ reader: ConfigReader) throws(ConfigurationFailure) -> Bool {
        switch reader.string(forKey: ConfigKey(key)) {
        case nil, "off": return false
        case "on": return true
        case .some(let text): throw ConfigurationFailure(key, text, "on or off")
        }
    }

    private static func contact(_ reader: ConfigReader) throws(ConfigurationFailure) -> String? {
        guard let text = reader.string(forKey: "catalog.remote.contact") else { return nil }
        // The header contains it in parentheses.
        guard (3...RemoteText.labelMax).contains(text.utf8.count), text.contains("@") || text.contains("://"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("("), !text.contains(")")
        else { throw ConfigurationFailure("catalog.remote.contact", text, "an e-mail or web address") }
        return text
    }

    private static func address(
        _ key: String,
        _ reader: ConfigReader,
        default fallback: String
    ) throws(ConfigurationFailure) -> RemoteAddress {
        let text = reader.string(forKey: ConfigKey(key)) ?? fallback
        guard let address = RemoteAddress(text) else {
            throw ConfigurationFailure(key, text, "an address with https, or one with http on this host")
        }
        return address
    }

    /// Reads the Edamam credentials.
    ///
    /// - Throws: `ConfigurationFailure`, which never contains the given values.
    private static func edamamKey(_ reader: ConfigReader) throws(ConfigurationFailure) -> Edamam.Key? {
        let id = reader.string(forKey: "catalog.remote.edamam.id", isSecret: true)
        let key = reader.string(forKey: "catalog.remote.edamam.key", isSecret: true)
        if id == nil, key == nil { return nil }
        for (name, value) in [("catalog.remote.edamam.id", id), ("catalog.remote.edamam.key", key)] {
            guard let value else {
                throw ConfigurationFailure(name, "not set", "set if the other one of id and key is")
            }
            guard (1...RemoteText.labelMax).contains(value.utf8.count),
                value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw ConfigurationFailure(name, "not valid", "a value that Edamam issued for an application") }
        }
        return Edamam.Key(id: id ?? "", key: key ?? "")
    }
}
