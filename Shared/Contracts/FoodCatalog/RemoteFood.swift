/// A food that a source outside knows, per 100 g; it gets an id, and can be logged, once it is kept
/// (``CatalogRemoteKeep``).
package struct RemoteFood: Codable, Sendable, Equatable {
    /// The raw values of ``RemoteSourceName``.
    package var source: String
    /// What the source calls it.
    package var sourceId: String
    package var name: String
    /// The language of the name.
    package var language: String
    @Nullable package var brand: String?
    @Nullable package var category: String?
    package var kcal: Double
    @Nullable package var proteinG: Double?
    @Nullable package var fatG: Double?
    @Nullable package var carbohydrateG: Double?
    @Nullable package var fiberG: Double?
    @Nullable package var sugarG: Double?
    @Nullable package var saturatedFatG: Double?
    @Nullable package var sodiumMg: Double?
    package var portions: [Portion]
    /// What is doubtful about it: the raw values of ``FoodFlag``.
    package var flags: [String]
    /// The raw values of ``FoodType``.
    package var type: String
    @Nullable package var barcode: String?
    /// The raw values of ``Allergen``; null where the source does not say.
    @Nullable package var allergens: [String]?
    /// At the source: whoever shows it tells the source that they look.
    @Nullable package var imageURL: String?

    /// A food as its source tells it; nil if nobody knows its energy.
    ///
    /// - Parameters:
    ///   - food: What the source tells.
    ///   - source: Which source.
    ///   - flags: What is doubtful about it.
    package init?(_ food: ImportedFood, of source: RemoteSourceName, flags: [FoodFlag] = []) {
        guard let kcal = food.kcal else { return nil }
        self.source = source.rawValue
        sourceId = food.sourceID
        name = food.name
        language = food.language
        _brand = Nullable(wrappedValue: food.brand)
        _category = Nullable(wrappedValue: food.category)
        self.kcal = kcal
        _proteinG = Nullable(wrappedValue: food.proteinG)
        _fatG = Nullable(wrappedValue: food.fatG)
        _carbohydrateG = Nullable(wrappedValue: food.carbohydrateG)
        _fiberG = Nullable(wrappedValue: food.fiberG)
        _sugarG = Nullable(wrappedValue: food.sugarG)
        _saturatedFatG = Nullable(wrappedValue: food.saturatedFatG)
        _sodiumMg = Nullable(wrappedValue: food.sodiumMg)
        portions = food.portions
        self.flags = flags.map(\.rawValue)
        type = food.type.rawValue
        _barcode = Nullable(wrappedValue: food.barcode)
        _allergens = Nullable(wrappedValue: food.allergens?.map(\.rawValue))
        _imageURL = Nullable(wrappedValue: food.imageURL)
    }
}

/// A source outside that can be asked; its raw value is the source of what is kept from it.
package enum RemoteSourceName: String, Codable, Sendable, CaseIterable {
    case openFoodFacts
    case edamam

    /// What people call it.
    package var title: String {
        switch self {
        case .openFoodFacts: "Open Food Facts"
        case .edamam: "Edamam"
        }
    }
}
