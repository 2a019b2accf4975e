/// The fields of one's own food, as a change to them; a new food is a change of nothing.
package struct FoodChange: Codable, Sendable, Equatable {
    package var name: Patch<String> = .unchanged
    /// Of the name: ISO 639-1, such as `en`; `und` where it is not told.
    package var language: Patch<String> = .unchanged
    /// The name in other languages, by ISO 639-1.
    package var names: Patch<[String: String]> = .unchanged
    package var brand: Patch<String> = .unchanged
    package var category: Patch<String> = .unchanged
    /// What the nutrients of this change are told for; 100 g where it is left out.
    package var per: FoodQuantity?
    package var kcal: Patch<Double> = .unchanged
    package var proteinG: Patch<Double> = .unchanged
    package var fatG: Patch<Double> = .unchanged
    package var carbohydrateG: Patch<Double> = .unchanged
    package var fiberG: Patch<Double> = .unchanged
    package var sugarG: Patch<Double> = .unchanged
    package var saturatedFatG: Patch<Double> = .unchanged
    package var sodiumMg: Patch<Double> = .unchanged
    /// Further nutrients by the raw values of ``FurtherNutrient``; takes the place of all that were there.
    package var nutrients: Patch<[String: Double]> = .unchanged
    package var portions: Patch<[Portion]> = .unchanged
    /// What a serving weighs: the portion that is called "1 serving".
    package var servingG: Patch<Double> = .unchanged
    /// EAN-8, UPC-A, EAN-13 or GTIN-14.
    package var barcode: Patch<String> = .unchanged
    package var ingredients: Patch<String> = .unchanged
    /// The raw values of ``Allergen``; null where they are not known, empty where there are none.
    package var allergens: Patch<[String]> = .unchanged
    /// Null, which removes the picture; any other value is refused, as pictures are uploaded.
    package var imageURL: Patch<String> = .unchanged
    /// Whether everybody finds it; nobody but its owner does unless it says so.
    package var shared: Patch<Bool> = .unchanged

    package init() {}
}

/// A weight that nutrients are told for.
package struct FoodQuantity: Codable, Sendable, Equatable {
    package var grams: Double

    package init(grams: Double) {
        self.grams = grams
    }
}
