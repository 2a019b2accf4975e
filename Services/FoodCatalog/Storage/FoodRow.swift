import Contracts
import FoundationEssentials

/// A food as the catalogue keeps it: checked, with what is searched by.
struct FoodRow: Sendable, Equatable {
    var id: FoodID
    var owner: UserID?
    /// Whether everybody finds it, although it is somebody's.
    var shared = false
    /// Of all that a source told; the same means that nothing has changed.
    var digest: Int64
    var type: FoodType
    var source: String
    var sourceID: String
    var name: String
    var language: String
    /// In other languages.
    var names: [String: String]
    /// By which it is found as well.
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

    /// What the names come to, which is kept beside them.
    var indexText: IndexText {
        IndexText(names: [name] + names.sorted { $0.key < $1.key }.map(\.value) + aliases, brand: brand)
    }

    /// Whether only its owner finds it.
    var isPrivate: Bool { owner != nil && !shared }
}
