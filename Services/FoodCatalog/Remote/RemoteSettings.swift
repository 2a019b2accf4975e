package import Configuration
import Contracts
import ServiceKit

/// Which sources outside may be asked, and how.
///
/// Configuration keys, from the command line, then the environment:
/// - `catalog.remote.openfoodfacts` (`off` or `on`, `off`, `--catalog-remote-openfoodfacts`,
///   `MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS`): whether Open Food Facts may be asked.
/// - `catalog.remote.contact` (string, none, `MEALWIRE_CATALOG_REMOTE_CONTACT`): an e-mail or web address of who runs the
///   set, which sources see as part of the `User-Agent`; needed for Open Food Facts, which asks for it.
/// - `catalog.remote.edamam.id`, `catalog.remote.edamam.key` (secrets, none, `MEALWIRE_CATALOG_REMOTE_EDAMAM_ID`,
///   `MEALWIRE_CATALOG_REMOTE_EDAMAM_KEY`): of an application with Edamam; with both, it may be asked. On a command line
///   everybody on the machine could read them.
/// - `catalog.remote.openfoodfacts.url`, `catalog.remote.edamam.url` (string, the sources' own,
///   `MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS_URL`, …): another address to ask at, such as a proxy's; `https`, or `http` on
///   this host.
/// - `catalog.remote.timeoutMs` (int, 5000, `MEALWIRE_CATALOG_REMOTE_TIMEOUT_MS`): how long a source may take for an answer.
package struct RemoteSettings: Sendable {
    /// Shorter than any way to a source and back; longer than a person waits.
    package static let timeoutsMs = 100...15_000

    package var sources: [any RemoteSource] = []
    package var contact: String?
    package var timeoutMs = 5_000

    /// Nothing is switched on.
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
        if try Self.isOn("catalog.remote.openfoodfacts", reader) {
            guard contact != nil else {
                throw ConfigurationFailure(
                    "catalog.remote.contact",
                    "not set",
                    "an e-mail or web address where catalog.remote.openfoodfacts is on, because Open Food Facts wants to "
                        + "know who asks"
                )
            }
            sources.append(OpenFoodFacts(openFoodFacts))
        }
        if let key = try Self.edamamKey(reader) { sources.append(Edamam(edamam, key)) }
    }

    private static func isOn(_ key: String, _ reader: ConfigReader) throws(ConfigurationFailure) -> Bool {
        switch reader.string(forKey: ConfigKey(key)) {
        case nil, "off": return false
        case "on": return true
        case .some(let text): throw ConfigurationFailure(key, text, "on or off")
        }
    }

    private static func contact(_ reader: ConfigReader) throws(ConfigurationFailure) -> String? {
        guard let text = reader.string(forKey: "catalog.remote.contact") else { return nil }
        // It goes into a header, in brackets.
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
            throw ConfigurationFailure(key, text, "an address with https, or one with http on this very host")
        }
        return address
    }

    /// - Throws: `ConfigurationFailure`, which never says what was given.
    private static func edamamKey(_ reader: ConfigReader) throws(ConfigurationFailure) -> Edamam.Key? {
        let id = reader.string(forKey: "catalog.remote.edamam.id", isSecret: true)
        let key = reader.string(forKey: "catalog.remote.edamam.key", isSecret: true)
        if id == nil, key == nil { return nil }
        for (name, value) in [("catalog.remote.edamam.id", id), ("catalog.remote.edamam.key", key)] {
            guard let value else {
                throw ConfigurationFailure(name, "not set", "set where the other one of id and key is")
            }
            guard (1...RemoteText.labelMax).contains(value.utf8.count),
                value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw ConfigurationFailure(name, "not one", "what Edamam gave for an application") }
        }
        return Edamam.Key(id: id ?? "", key: key ?? "")
    }
}
