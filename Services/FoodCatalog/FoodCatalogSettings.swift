import Configuration

/// The settings of the food catalog process.
///
/// Configuration keys, besides those of every process:
/// - `catalog.starter` (string, default: the bundled file): CSV of the foods that every catalog has.
/// - `catalog.starter.names` (string, default: the bundled file): names of these foods in other languages.
/// - `catalog.healthy` (string, default: the bundled file): the list of healthy foods, which staff may change.
/// - `catalog.synonyms` (string, default: the bundled file): words that mean the same, for searches.
/// - `catalog.remote.…`: the remote sources to ask; none by default. See ``RemoteSettings``.
struct FoodCatalogSettings {
    /// Page cache of each database connection in KiB.
    ///
    /// Imports write to the whole database and searches read all of it. On two cores hardly more than two connections
    /// read at once.
    static let pageCacheKiB = 6_144

    let remote: RemoteSettings
    private let configuration: ConfigReader

    init(_ configuration: ConfigReader) throws {
        remote = try RemoteSettings(configuration)
        self.configuration = configuration
    }

    /// The paths of the files.
    var starter: String { file("catalog.starter", "starter-catalog.csv") }
    var starterNames: String { file("catalog.starter.names", "starter-names.csv") }
    var healthyFoods: String { file("catalog.healthy", "healthy-foods.csv") }
    var synonyms: String { file("catalog.synonyms", "synonyms.txt") }

    /// Returns the configured path, or the path of the bundled file.
    private func file(_ key: ConfigKey, _ bundled: String) -> String {
        configuration.string(forKey: key) ?? StarterCatalog.bundled(bundled)
    }
}
