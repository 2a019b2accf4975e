import Contracts
import FoundationEssentials

/// A food as stored in the catalog, validated.
struct FoodRow: Sendable, Equatable {
    var id: FoodID
    var owner: UserID?
    /// Whether a user's own food is public.
    var shared = false
    /// Digest of all values of the source: an equal digest means that nothing has changed.
    var digest: Int64
    var type: FoodType
    var source: String
    var sourceID: String
    var name: String
    var language: String
    /// Names in other languages.
    var names: [String: String]
    /// Further searchable names.
    var aliases: [String]
    var brand: String?
    var category: String?
    var kcal: Double
    var proteinG: Double?
    var fatG: Double?
    var carbohydrateG: Double?
    var fiberG: Double?
    var sugarG: Double?
    var saturatedFatG: Double?
    var sodiumMg: Double?
    var nutrients: [String: Double]
    var portions: [Portion]
    var flags: [FoodFlag]
    var allergens: [Allergen]?
    var barcode: GTIN?
    var ingredients: String?
    var imageURL: String?
    /// The time at which the catalog stored it first, in seconds since 1970; nil for a food from before this column.
    var createdAtS: Int?

    /// The searchable form of the names, which is stored beside them.
    var indexText: IndexText {
        IndexText(names: [name] + names.sorted { $0.key < $1.key }.map(\.value) + aliases, brand: brand)
    }

    /// Whether only its owner may see it.
    var isPrivate: Bool { owner != nil && !shared }
}
