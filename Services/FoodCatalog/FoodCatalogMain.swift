import Configuration
import Contracts
import Events
import ServiceKit
import Storage

/// The process of the food catalogue.
///
/// Configuration keys, besides those of every process:
/// - `catalog.starter` (string, the file that comes with Mealwire): the CSV whose foods every catalogue has.
/// - `catalog.starter.names` (string, the file that comes with Mealwire): their names in other languages.
/// - `catalog.healthy` (string, the file that comes with Mealwire): the list of healthy foods, which staff may change.
/// - `catalog.synonyms` (string, the file that comes with Mealwire): words that mean the same, for searches.
/// - `catalog.remote.…`: which sources outside may be asked; none if nothing is set. See ``RemoteSettings``.
@main
enum FoodCatalogMain {
    /// What each connection keeps of the database: an import writes all over it, and a search reads all over it.
    ///
    /// Hardly more than two connections read at once on two cores.
    private static let pageCacheKiB = 6_144
    /// Pages of a source that are taken in at once: as many as `mealwire foods import` has under way.
    private static let importCapacity = 4

    /// How often it is looked whether an import has ended.
    private static let mergingInterval = Duration.seconds(3)

    static func main() async {
        await ServiceProcess.run("food-catalog") { process in
            let remoteSettings = try RemoteSettings(process.configuration)
            let store = try await process.openStore(
                of: .catalog,
                migrations: FoodCatalogSchema.migrations,
                pageCacheKiB: pageCacheKiB
            )
            let synonyms = try Synonyms(path: process.file("catalog.synonyms", "synonyms.txt"))
            try await fill(store, process)
            let vocabulary = VocabularyKeeper(store: store)
            try await vocabulary.load()
            let remote = try await serveRemoteFoods(remoteSettings, store, vocabulary, process)
            let merging = IndexMerging(store: store)
            process.add(
                RegularTask("the index of foods is merged", every: mergingInterval, logger: process.logger) {
                    try await merging.runIfDue()
                }
            )
            let service = FoodCatalogService(
                store: store,
                vocabulary: vocabulary,
                synonyms: synonyms,
                remote: remote,
                merging: merging
            )
            let export = store.exportEndpoint(of: .catalog, FoodCatalogSchema.export)
            try process.serve(.catalog, service.endpoints + [export])
            try process.serveHeavy(.catalogImports, capacityDefault: importCapacity, service.importEndpoints)
            follow(store, vocabulary, process)
            process.keepTidy(store)
        }
    }

    private static func fill(_ store: Store, _ process: ServiceProcess) async throws {
        try await IndexRebuild.runIfDue(store, logger: process.logger)
        try await FoodPopularity.rankByUsers(store)
        try await StarterCatalogue.fill(
            store,
            from: process.file("catalog.starter", "starter-catalogue.csv"),
            names: process.file("catalog.starter.names", "starter-names.csv"),
            logger: process.logger
        )
        try await HealthyFoodFile.fill(
            store,
            from: process.file("catalog.healthy", "healthy-foods.csv"),
            logger: process.logger
        )
    }

    /// Under a name of its own, so that a slow source never stands in front of searches.
    private static func serveRemoteFoods(
        _ settings: RemoteSettings,
        _ store: Store,
        _ vocabulary: VocabularyKeeper,
        _ process: ServiceProcess
    ) async throws -> RemoteFoods {
        let remote = RemoteFoods(settings, store: store, logger: process.logger) { food, source in
            try await KeptRemoteFood.keep(food, of: source, in: store, vocabulary)
        }
        process.atEnd { try remote.shutDown() }
        try await remote.forgetIfOff()
        try process.serveHeavy(.catalogRemote, capacityDefault: RemoteFoods.capacity, remote.endpoints)
        if let sweeper = remote.sweeper { process.add(sweeper) }
        return remote
    }

    private static func follow(_ store: Store, _ vocabulary: VocabularyKeeper, _ process: ServiceProcess) {
        let rerank = FoodPopularity.rerank
        let erasure = FoodCatalogSchema.erasure(onPopularityChange: rerank) { vocabulary.wordsHaveChanged() }
        process.follow(.auth, as: .catalog, in: store, erasure)
        process.follow(.profile, as: .catalog, in: store, FollowProfile.follower)
        process.follow(.diary, as: .catalog, in: store, FollowDiary.follower(onPopularityChange: rerank))
    }
}

extension ServiceProcess {
    /// The path under a key, or that of a file that comes with Mealwire.
    fileprivate func file(_ key: ConfigKey, _ bundled: String) -> String {
        configuration.string(forKey: key) ?? StarterCatalogue.bundled(bundled)
    }
}
