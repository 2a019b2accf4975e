import Contracts
import Events
import ServiceKit
import Settings
import Storage
import StoredImages

/// The food catalog process; ``FoodCatalogSettings`` reads its settings.
@main
enum FoodCatalogMain {
    static func main() async {
        await ServiceProcess.run(.service(.catalog)) { process in
            let (settings, logger) = (try FoodCatalogSettings(process.configuration), process.logger)
            let store = try await process.openStore(
                of: .catalog,
                migrations: FoodCatalogSchema.migrations,
                pageCacheKiB: FoodCatalogSettings.pageCacheKiB
            )
            let synonyms = try Synonyms(path: settings.synonyms)
            let portionNames = try PortionNames(path: settings.portionNames)
            try await IndexRebuild.runIfDue(store, logger: logger)
            try await StarterCatalog.fill(store, from: settings.starter, names: settings.starterNames, logger: logger)
            try await HealthyFoodFile.fill(store, from: settings.healthyFoods, logger: logger)
            let vocabulary = VocabularyCache(store: store)
            try await vocabulary.load()
            let remote = try await RemoteFoods.serve(settings.remote, store, vocabulary, process)
            let merging = IndexMerging(store: store)
            process.add(merging.task(logger))
            let service = FoodCatalogService(
                store: store,
                vocabulary: vocabulary,
                synonyms: synonyms,
                portionNames: portionNames,
                drawings: try DrawingSet(),
                remote: remote,
                merging: merging
            )
            let export = store.exportEndpoint(of: .catalog, FoodCatalogSchema.export)
            try process.serve(.catalog, service.endpoints + [export])
            try process.serveBulk(.catalogImports, capacityDefault: ImportFoods.capacity, service.importEndpoints)
            let rerank = FoodPopularity.rerank
            let erasure = FoodCatalogSchema.erasure(onPopularityChange: rerank) { vocabulary.invalidate() }
            process.subscribe(.auth, as: .catalog, in: store, erasure)
            process.subscribe(.profile, as: .catalog, in: store, ProfileSubscription.subscriber)
            process.subscribe(.diary, as: .catalog, in: store, DiarySubscription.subscriber(onPopularityChange: rerank))
            process.add(service.images.cleaningTask(logger))
            process.add(IndexCleaning.task(store, logger))
        }
    }
}
