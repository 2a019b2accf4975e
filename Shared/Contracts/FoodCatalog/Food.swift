package import JSONCoding

/// A food with its nutrients per 100 g.
///
/// Unknown values are null, never 0. Lists omit the fields that only ``CatalogGet`` and similar methods return.
package struct Food: Codable, Sendable, Equatable {
    package var id: FoodID
    /// In the requested language, if the food has a name in it.
    package var name: String
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
    /// Doubts about its values: raw values of ``FoodFlag``.
    package var flags: [String]
    package var source: String
    @Nullable package var imageURL: String?
    /// A raw value of ``FoodType``.
    package var type: String?
    /// Raw values of ``Allergen`` that it contains; null if unknown, empty if there are none.
    @Nullable package var allergens: [String]?
    /// Those of its allergens that are on the caller's own list; omitted if there are none.
    package var allergenMatches: [String]?
    /// Whether it is the caller's own; omitted otherwise.
    package var own: Bool?
    /// Only in details of own foods: whether all users find it.
    package var shared: Bool?
    /// Only in details: its names by language (`en`, `uk`, `th`, …).
    package var names: [String: String]?
    /// Only in details: GTIN-14.
    package var barcode: String?
    /// Only in details: as printed on the package.
    package var ingredients: String?
    /// Only in details: further nutrients per 100 g, by the raw values of ``FurtherNutrient``.
    package var nutrients: [String: Double]?
    /// Only in details of own foods: number of changes, from 1.
    package var version: Int?

    package init(
        id: FoodID,
        name: String,
        brand: String? = nil,
        category: String? = nil,
        kcal: Double,
        proteinG: Double?,
        fatG: Double?,
        carbohydrateG: Double?,
        fiberG: Double? = nil,
        sugarG: Double? = nil,
        saturatedFatG: Double? = nil,
        sodiumMg: Double? = nil,
        portions: [Portion] = [],
        flags: [String] = [],
        source: String,
        imageURL: String? = nil,
        type: FoodType? = nil,
        allergens: [String]? = nil
    ) {
        self.id = id
        self.name = name
        self._brand = Nullable(wrappedValue: brand)
        self._category = Nullable(wrappedValue: category)
        self.kcal = kcal
        self._proteinG = Nullable(wrappedValue: proteinG)
        self._fatG = Nullable(wrappedValue: fatG)
        self._carbohydrateG = Nullable(wrappedValue: carbohydrateG)
        self._fiberG = Nullable(wrappedValue: fiberG)
        self._sugarG = Nullable(wrappedValue: sugarG)
        self._saturatedFatG = Nullable(wrappedValue: saturatedFatG)
        self._sodiumMg = Nullable(wrappedValue: sodiumMg)
        self.portions = portions
        self.flags = flags
        self.source = source
        self._imageURL = Nullable(wrappedValue: imageURL)
        self.type = type?.rawValue
        self._allergens = Nullable(wrappedValue: allergens)
    }
}

extension Food {
    /// The URL of its image, for storing it; nil for a signed URL, which soon expires.
    package var lastingImageURL: String? { imageURL.flatMap { $0.hasPrefix("https://") ? $0 : nil } }
}

/// A household measure of a food, such as "1 cup", and its weight.
package struct Portion: Codable, Sendable, Equatable {
    package var name: String
    package var grams: Double

    package init(name: String, grams: Double) {
        self.name = name
        self.grams = grams
    }
}
