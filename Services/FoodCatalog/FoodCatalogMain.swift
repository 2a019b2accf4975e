import Configuration
import Contracts
import Events
import ServiceKit
import Storage

/// The food catalog process.
///
/// Configuration keys, besides those of every process:
/// - `catalog.starter` (string, default: the bundled file): CSV of the foods that every catalog has.
/// - `catalog.starter.names` (string, default: the bundled file): names of these foods in other languages.
/// - `catalog.healthy` (string, default: the bundled file): the list of healthy foods, which staff may change.
/// - `catalog.synonyms` (string, default: the bundled file): words that mean the same, for searches.
/// - `catalog.remote.…`: the remote sources to ask; none by default. See ``RemoteSettings``.
@main
enum FoodCatalogMain {
    /// Page cache of each database connection in KiB.
    ///
    /// Imports write to the whole database and searches read all of it.
    ///
    /// On two cores hardly more than two connections read at once.
    private static let pageCacheKiB = 6_144
    /// Import pages accepted at once; `mealwire foods import` has as many in flight.
    private static let importCapacity = 4

    /// Interval at which the process checks whether an import has ended.
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
            let vocabulary = VocabularyCache(store: store)
            try await vocabulary.load()
            let remote = try await serveRemoteFoods(remoteSettings, store, vocabulary, process)
            let merging = IndexMerging(store: store)
            process.add(
                PeriodicTask("merging the index of foods", every: mergingInterval, logger: process.logger) {
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
            process.addMaintenanceTasks(store)
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

    /// Serves remote foods under an endpoint name of their own, so that a slow source does not block searches.
    private static func serveRemoteFoods(
        _ settings: RemoteSettings,
        _ store: Store,
        _ vocabulary: VocabularyCache,
        _ process: ServiceProcess
    ) async throws -> RemoteFoods {
        let remote = RemoteFoods(settings, store: store, logger: process.logger) { food, source in
            try await RemoteFoodWriter.store(food, of: source, in: store, vocabulary)
        }
        process.atEnd { try remote.shutDown() }
        try await remote.clearIfDisabled()
        try process.serveHeavy(.catalogRemote, capacityDefault: RemoteFoods.capacity, remote.endpoints)
        if let sweeper = remote.sweeper { process.add(sweeper) }
        return remote
    }

    private static func follow(_ store: Store, _ vocabulary: VocabularyCache, _ process: ServiceProcess) {
        let rerank = FoodPopularity.rerank
        let erasure = FoodCatalogSchema.erasure(onPopularityChange: rerank) { vocabulary.invalidate() }
        process.follow(.auth, as: .catalog, in: store, erasure)
        process.follow(.profile, as: .catalog, in: store, FollowProfile.follower)
        process.follow(.diary, as: .catalog, in: store, FollowDiary.follower(onPopularityChange: rerank))
    }
}

extension ServiceProcess {
    /// Returns the configured path, or the path of the bundled file.
    fileprivate func file(_ key: ConfigKey, _ bundled: String) -> String {
        configuration.string(forKey: key) ?? StarterCatalogue.bundled(bundled)
    }
}
