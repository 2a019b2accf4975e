import Contracts
package import Settings

/// The enabled remote sources and their settings; ``Settings/FoodCatalog`` declares what it reads.
package struct RemoteSettings: Sendable {
    package var sources: [any RemoteSource] = []
    package var contact: String?
    package var timeoutMs = Settings.FoodCatalog.remoteTimeoutMs.standard
    /// The only servers from which pictures are fetched.
    package var pictureServers: [RemoteAddress] = []
    /// Maximum duration of fetching a picture, in milliseconds.
    ///
    /// It is no setting of operators; tests of other things make it longer.
    package var pictureTimeoutMs = ServerLimit.remotePictureS.value * 1_000

    /// Creates settings without any source.
    package init() {}

    package init(_ settings: SettingsReader) throws {
        timeoutMs = try settings.read(Settings.FoodCatalog.remoteTimeoutMs)
        contact = try Self.contact(settings)
        let openFoodFacts = try Self.address(
            Settings.FoodCatalog.openFoodFactsURL,
            settings,
            default: OpenFoodFacts.standardAddress
        )
        let edamam = try Self.address(Settings.FoodCatalog.edamamURL, settings, default: Edamam.standardAddress)
        if try settings.read(Settings.FoodCatalog.openFoodFacts) == .on {
            guard contact != nil else {
                throw ConfigurationFailure(
                    Settings.FoodCatalog.contact,
                    "not set",
                    "an e-mail or web address where catalog.remote.openfoodfacts is on, because Open Food Facts requires "
                        + "a contact"
                )
            }
            sources.append(OpenFoodFacts(openFoodFacts))
        }
        if let key = try Self.edamamKey(settings) { sources.append(Edamam(edamam, key)) }
        pictureServers = try Self.pictureServers(settings) ?? sources.flatMap(\.pictureServers)
    }

    /// Reads the servers of pictures; nil if the setting is not set.
    private static func pictureServers(_ settings: SettingsReader) throws(ConfigurationFailure) -> [RemoteAddress]? {
        let setting = Settings.FoodCatalog.pictureServers
        guard let text = try settings.read(setting) else { return nil }
        if text == Settings.FoodCatalog.Switch.off.rawValue { return [] }
        var servers: [RemoteAddress] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            // A path would say that only some pictures of the server are fetched.
            guard let server = RemoteAddress(String(part.trimmingPrefix(" "))), server.hasNoPath else {
                throw ConfigurationFailure(setting, text)
            }
            servers.append(server)
        }
        return servers
    }

    private static func contact(_ settings: SettingsReader) throws(ConfigurationFailure) -> String? {
        guard let text = try settings.read(Settings.FoodCatalog.contact) else { return nil }
        // The header contains it in parentheses.
        guard (3...RemoteText.labelMax).contains(text.utf8.count), text.contains("@") || text.contains("://"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("("), !text.contains(")")
        else { throw ConfigurationFailure(Settings.FoodCatalog.contact, text) }
        return text
    }

    private static func address(
        _ setting: Setting<String?>,
        _ settings: SettingsReader,
        default fallback: String
    ) throws(ConfigurationFailure) -> RemoteAddress {
        let text = try settings.read(setting) ?? fallback
        guard let address = RemoteAddress(text) else { throw ConfigurationFailure(setting, text) }
        return address
    }

    /// Reads the Edamam credentials.
    ///
    /// - Throws: `ConfigurationFailure`, which never contains the given values.
    private static func edamamKey(_ settings: SettingsReader) throws(ConfigurationFailure) -> Edamam.Key? {
        let (idSetting, keySetting) = (Settings.FoodCatalog.edamamID, Settings.FoodCatalog.edamamKey)
        let (id, key) = (try settings.read(idSetting), try settings.read(keySetting))
        if id == nil, key == nil { return nil }
        for (setting, value) in [(idSetting, id), (keySetting, key)] {
            guard let value else {
                throw ConfigurationFailure(setting, "not set", "set if the other one of id and key is")
            }
            guard (1...RemoteText.labelMax).contains(value.utf8.count),
                value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw ConfigurationFailure(setting, "not valid") }
        }
        return Edamam.Key(id: id ?? "", key: key ?? "")
    }
}
