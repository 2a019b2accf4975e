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
/// - `catalog.synonyms` (string, the file that comes with Mealwire): words that mean the same, for searches.
@main
enum FoodCatalogMain {
    /// What each connection keeps of the database: an import writes all over it, and a search reads all over it.
    private static let pageCacheKiB = 6_144
    /// Pages of a source that are taken in at once: one is read while another is written.
    private static let importCapacity = 3

    static func main() async {
        await ServiceProcess.run("food-catalog") { process in
            let store = try await process.openStore(
                of: .catalog,
                migrations: FoodCatalogSchema.migrations,
                pageCacheKiB: pageCacheKiB
            )
            try await IndexRebuild.runIfDue(store, logger: process.logger)
            try await StarterCatalogue.fill(
                store,
                from: process.configuration.string(forKey: "catalog.starter") ?? StarterCatalogue.bundledPath,
                names: process.configuration.string(forKey: "catalog.starter.names")
                    ?? StarterCatalogue.bundledNamesPath,
                logger: process.logger
            )
            let synonyms = try Synonyms(
                path: process.configuration.string(forKey: "catalog.synonyms")
                    ?? StarterCatalogue.bundled("synonyms.txt")
            )
            let vocabulary = VocabularyKeeper(store: store)
            try await vocabulary.load()
            let service = FoodCatalogService(store: store, vocabulary: vocabulary, synonyms: synonyms)
            let export = store.exportEndpoint(of: .catalog, FoodCatalogSchema.export)
            try process.serve(.catalog, service.endpoints + [export])
            try process.serveHeavy(.catalogImports, capacityDefault: importCapacity, service.importEndpoints)
            process.follow(.auth, as: .catalog, in: store, FoodCatalogSchema.erasure(onPopularityChange: FoodPopularity.rerank))
            process.follow(.profile, as: .catalog, in: store, FollowProfile.follower)
            process.follow(.diary, as: .catalog, in: store, FollowDiary.follower(onPopularityChange: FoodPopularity.rerank))
        }
    }
}
