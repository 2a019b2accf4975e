import Configuration
import Contracts
import Events
import ServiceKit
import Storage

/// The process of the food catalogue.
///
/// Configuration keys, besides those of every process:
/// - `catalog.starter` (string, the file that comes with Mealwire): the CSV with which an empty catalogue is filled.
@main
enum FoodCatalogMain {
    static func main() async {
        await ServiceProcess.run("food-catalog") { process in
            let store = try await process.openStore(of: .catalog, migrations: FoodCatalogSchema.migrations)
            let path = process.configuration.string(forKey: "catalog.starter") ?? StarterCatalogue.bundledPath
            try await StarterCatalogue.fill(store, from: path, logger: process.logger)
            let export = store.exportEndpoint(of: .catalog, FoodCatalogSchema.export)
            try process.serve(.catalog, FoodCatalogService(store: store).endpoints + [export])
            // No food is anybody's; what is erased are the stored replies of writes.
            process.follow(.auth, as: .catalog, in: store, EventFollower())
        }
    }
}
