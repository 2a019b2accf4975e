import Settings

/// The settings of the food catalog process; ``Settings/FoodCatalog`` declares what it reads.
struct FoodCatalogSettings {
    /// Page cache of each database connection in KiB.
    ///
    /// Imports write to the whole database and searches read all of it. On two cores hardly more than two connections
    /// read at once.
    static let pageCacheKiB = 6_144

    let remote: RemoteSettings
    /// The paths of the files: the configured ones, or the bundled ones.
    let starter: String
    let starterNames: String
    let portionNames: String
    let healthyFoods: String
    let synonyms: String

    init(_ settings: SettingsReader) throws {
        func file(_ setting: Setting<String?>, _ bundled: String) throws -> String {
            try settings.read(setting) ?? StarterCatalog.bundled(bundled)
        }
        remote = try RemoteSettings(settings)
        starter = try file(Settings.FoodCatalog.starter, "starter-catalog.csv")
        starterNames = try file(Settings.FoodCatalog.starterNames, "starter-names.csv")
        portionNames = try file(Settings.FoodCatalog.portionNames, "portion-names.csv")
        healthyFoods = try file(Settings.FoodCatalog.healthy, "healthy-foods.csv")
        synonyms = try file(Settings.FoodCatalog.synonyms, "synonyms.txt")
    }
}
