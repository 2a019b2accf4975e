public import JSONCoding

/// A food of an external source, per 100 g.
///
/// It has an id and can be logged once it is stored in the catalog (``CatalogRemoteImport``).
public struct RemoteFood: Codable, Sendable, Equatable {
    /// A raw value of ``RemoteSourceName``.
    public var source: String
    /// The source's identifier of the food.
    public var sourceId: String
    public var name: String
    /// The language of the name.
    public var language: String
    @Nullable public var brand: String?
    @Nullable public var category: String?
    public var kcal: Double
    @Nullable public var proteinG: Double?
    @Nullable public var fatG: Double?
    @Nullable public var carbohydrateG: Double?
    @Nullable public var fiberG: Double?
    @Nullable public var sugarG: Double?
    @Nullable public var saturatedFatG: Double?
    @Nullable public var sodiumMg: Double?
    public var portions: [Portion]
    /// Doubts about its values: raw values of ``FoodFlag``.
    public var flags: [String]
    /// A raw value of ``FoodType``.
    public var type: String
    @Nullable public var barcode: String?
    /// Raw values of ``Allergen``; null if the source has no information.
    @Nullable public var allergens: [String]?
    /// A URL at the source, which notices each client that loads the image.
    @Nullable public var imageURL: String?
    /// The address of its picture, a path on this server.
    public var picture: String?

    /// Converts a food of a source; nil if its energy is unknown.
    ///
    /// - Parameters:
    ///   - food: The food as the source has it.
    ///   - source: The source.
    ///   - id: The id that it has once it is stored in the catalog.
    ///   - flags: Doubts about its values.
    package init?(_ food: ImportedFood, of source: RemoteSourceName, id: FoodID, flags: [FoodFlag] = []) {
        guard let kcal = food.kcal else { return nil }
        self.source = source.rawValue
        sourceId = food.sourceID
        name = food.name
        language = food.language
        self.brand = food.brand
        self.category = food.category
        self.kcal = kcal
        self.proteinG = food.proteinG
        self.fatG = food.fatG
        self.carbohydrateG = food.carbohydrateG
        self.fiberG = food.fiberG
        self.sugarG = food.sugarG
        self.saturatedFatG = food.saturatedFatG
        self.sodiumMg = food.sodiumMg
        portions = food.portions
        self.flags = flags.map(\.rawValue)
        type = food.type.rawValue
        self.barcode = food.barcode
        self.allergens = food.allergens?.map(\.rawValue)
        self.imageURL = food.imageURL
        picture = FoodPicture.path(of: id)
    }
}

/// An external source that can be queried; the raw value is the source of foods stored from it.
public enum RemoteSourceName: String, Codable, Sendable, CaseIterable {
    case openFoodFacts
    case edamam

    /// The display name.
    public var title: String {
        switch self {
        case .openFoodFacts: "Open Food Facts"
        case .edamam: "Edamam"
        }
    }
}

extension Rule {
    /// Requires the name of an external source.
    static func remoteSource<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        let names = RemoteSourceName.allCases.map(\.rawValue)
        return oneOf(path, names, "{field} must be one of \(names.joined(separator: ", ")).")
    }
}
