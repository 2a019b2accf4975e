import Contracts
package import FoundationEssentials
package import MessageBus
package import Storage
import StoredImages

/// The endpoints of the food catalog.
package struct FoodCatalogService: Sendable {
    let store: Store
    let now: @Sendable () -> Date
    let vocabulary: VocabularyCache
    let synonyms: Synonyms
    let portionNames: PortionNames
    let drawings: DrawingSet
    let remote: RemoteFoods?
    let merging: IndexMerging?
    let importThrottle = ImportThrottle()
    let stepsPerCheck: Int

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - store: The catalog's database.
    ///   - vocabulary: Its vocabulary, loaded.
    ///   - synonyms: Words that mean the same.
    ///   - portionNames: The names of portions in other languages.
    ///   - drawings: The pictures of foods without an image.
    ///   - remote: Looks up barcodes that the catalog does not have, if any source is enabled.
    ///   - merging: Receives the number of imported foods.
    ///   - stepsPerCheck: How a search splits its words between the index and the names; does not affect the results.
    ///   - now: The wall clock, by which image URLs expire.
    package init(
        store: Store,
        vocabulary: VocabularyCache,
        synonyms: Synonyms,
        portionNames: PortionNames = .none,
        drawings: DrawingSet,
        remote: RemoteFoods? = nil,
        merging: IndexMerging? = nil,
        stepsPerCheck: Int = IndexPlan.stepsPerCheck,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.now = now
        self.vocabulary = vocabulary
        self.synonyms = synonyms
        self.portionNames = portionNames
        self.drawings = drawings
        self.remote = remote
        self.merging = merging
        self.stepsPerCheck = stepsPerCheck
    }

    /// Every method of this service.
    package var endpoints: [Endpoint] {
        [
            .handle(CatalogSearch.self) { request, context in try await searchFoods(request, context) },
            .handle(CatalogGet.self) { request, context in try await getFood(request, context) },
            .handle(CatalogBarcode.self) { request, context in try await getBarcode(request, context) },
            .handle(CatalogFoodsParse.self, parseFoods),
            .handle(CatalogPlannable.self) { request, _ in try await plannableFoods(request) },
            .handle(CatalogOffline.self, offlineFoods), .handle(CatalogFoodsPicture.self, picture),
        ] + ownFoodEndpoints + recipeEndpoints + healthyFoodEndpoints + reportEndpoints
    }

    /// Methods for users' own foods.
    private var ownFoodEndpoints: [Endpoint] {
        [
            .handle(CatalogFoodsAdd.self, addFood), .handle(CatalogFoodsUpdate.self, updateFood),
            .handle(CatalogFoodsRemove.self, removeFood),
        ] + images.endpoints
    }

    /// Methods for users' own recipes.
    private var recipeEndpoints: [Endpoint] {
        [
            .handle(CatalogRecipesAdd.self, addRecipe), .handle(CatalogRecipesUpdate.self, updateRecipe),
            .handle(CatalogRecipesRemove.self, removeRecipe), .handle(CatalogRecipesGet.self, getRecipe),
            .handle(CatalogRecipesList.self, listRecipes),
        ]
    }

    /// Methods for the list of healthy foods.
    private var healthyFoodEndpoints: [Endpoint] {
        [
            .handle(CatalogHealthyList.self, listHealthyFoods), .handle(CatalogHealthyGet.self, getHealthyFood),
            .write(CatalogHealthyAdd.self, addHealthyFood), .write(CatalogHealthyUpdate.self, updateHealthyFood),
            .handle(CatalogHealthyRemove.self, removeHealthyFood),
        ]
    }

    /// The import method, served under an endpoint name of its own.
    package var importEndpoints: [Endpoint] {
        [.handle(CatalogImport.self) { request, context in try await importFoods(request, context) }]
    }
}
