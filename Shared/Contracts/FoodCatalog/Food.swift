/// A food with its nutrients per 100 g.
///
/// What is unknown is null, never 0.
package struct Food: Codable, Sendable, Equatable {
    package var id: FoodID
    package var name: String
    @Nullable package var brand: String?
    @Nullable package var category: String?
    package var kcal: Double
    package var proteinG: Double
    package var fatG: Double
    package var carbohydrateG: Double
    @Nullable package var fiberG: Double?
    @Nullable package var sugarG: Double?
    @Nullable package var saturatedFatG: Double?
    @Nullable package var sodiumMg: Double?
    package var portions: [Portion]
    package var flags: [String]
    package var source: String
    @Nullable package var imageURL: String?

    package init(
        id: FoodID,
        name: String,
        brand: String? = nil,
        category: String? = nil,
        kcal: Double,
        proteinG: Double,
        fatG: Double,
        carbohydrateG: Double,
        fiberG: Double? = nil,
        sugarG: Double? = nil,
        saturatedFatG: Double? = nil,
        sodiumMg: Double? = nil,
        portions: [Portion] = [],
        flags: [String] = [],
        source: String,
        imageURL: String? = nil
    ) {
        self.id = id
        self.name = name
        self._brand = Nullable(wrappedValue: brand)
        self._category = Nullable(wrappedValue: category)
        self.kcal = kcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self._fiberG = Nullable(wrappedValue: fiberG)
        self._sugarG = Nullable(wrappedValue: sugarG)
        self._saturatedFatG = Nullable(wrappedValue: saturatedFatG)
        self._sodiumMg = Nullable(wrappedValue: sodiumMg)
        self.portions = portions
        self.flags = flags
        self.source = source
        self._imageURL = Nullable(wrappedValue: imageURL)
    }
}

/// A household measure of a food, such as "1 cup", and what it weighs.
package struct Portion: Codable, Sendable, Equatable {
    package var name: String
    package var grams: Double

    package init(name: String, grams: Double) {
        self.name = name
        self.grams = grams
    }
}
