/// A food of a source, converted to Mealwire's units but not yet validated.
///
/// Readers of sources make these. The catalog validates them, flags doubtful values, and stores one food per source and
/// source id.
package struct ImportedFood: Codable, Sendable, Equatable {
    /// The source's identifier of the food, unique within the source; at most 100 bytes.
    package var sourceID: String
    /// The required id; derived from source and source id by default.
    package var id: FoodID?
    /// The first name, in `language`.
    package var name: String
    /// The language of the name: ISO 639-1, such as `en`.
    package var language: String
    /// Names in other languages, by ISO 639-1.
    package var names: [String: String]
    /// Further names for searches, in any language.
    package var aliases: [String]
    package var brand: String?
    package var category: String?
    package var type: FoodType
    /// Per 100 g, like all that follow; a food without energy is rejected.
    package var kcal: Double?
    package var proteinG: Double?
    package var fatG: Double?
    package var carbohydrateG: Double?
    package var fiberG: Double?
    package var sugarG: Double?
    package var saturatedFatG: Double?
    package var sodiumMg: Double?
    package var nutrients: [FurtherNutrient: Double]
    package var portions: [Portion]
    /// The weight of a serving on the package, in grams; used to detect values per serving.
    package var servingG: Double?
    /// As the source writes it: EAN-8, UPC-A, EAN-13 or GTIN-14.
    package var barcode: String?
    package var ingredients: String?
    /// Nil if the source has no information.
    package var allergens: [Allergen]?
    /// An `https` URL of an image.
    package var imageURL: String?

    package init(
        sourceID: String,
        id: FoodID? = nil,
        name: String,
        language: String = "en",
        names: [String: String] = [:],
        aliases: [String] = [],
        brand: String? = nil,
        category: String? = nil,
        type: FoodType,
        kcal: Double? = nil,
        proteinG: Double? = nil,
        fatG: Double? = nil,
        carbohydrateG: Double? = nil,
        fiberG: Double? = nil,
        sugarG: Double? = nil,
        saturatedFatG: Double? = nil,
        sodiumMg: Double? = nil,
        nutrients: [FurtherNutrient: Double] = [:],
        portions: [Portion] = [],
        servingG: Double? = nil,
        barcode: String? = nil,
        ingredients: String? = nil,
        allergens: [Allergen]? = nil,
        imageURL: String? = nil
    ) {
        self.sourceID = sourceID
        self.id = id
        self.name = name
        self.language = language
        self.names = names
        self.aliases = aliases
        self.brand = brand
        self.category = category
        self.type = type
        self.kcal = kcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self.fiberG = fiberG
        self.sugarG = sugarG
        self.saturatedFatG = saturatedFatG
        self.sodiumMg = sodiumMg
        self.nutrients = nutrients
        self.portions = portions
        self.servingG = servingG
        self.barcode = barcode
        self.ingredients = ingredients
        self.allergens = allergens
        self.imageURL = imageURL
    }
}
