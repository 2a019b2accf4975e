/// Changed fields of an own food; a new food is a change to an empty one.
package struct FoodChange: Codable, Sendable, Equatable {
    package var name: Patch<String> = .unchanged
    /// The language of the name: ISO 639-1, such as `en`; `und` if unknown.
    package var language: Patch<String> = .unchanged
    /// The name in other languages, by ISO 639-1.
    package var names: Patch<[String: String]> = .unchanged
    package var brand: Patch<String> = .unchanged
    package var category: Patch<String> = .unchanged
    /// The quantity that the nutrients of this change refer to; 100 g by default.
    package var per: FoodQuantity?
    package var kcal: Patch<Double> = .unchanged
    package var proteinG: Patch<Double> = .unchanged
    package var fatG: Patch<Double> = .unchanged
    package var carbohydrateG: Patch<Double> = .unchanged
    package var fiberG: Patch<Double> = .unchanged
    package var sugarG: Patch<Double> = .unchanged
    package var saturatedFatG: Patch<Double> = .unchanged
    package var sodiumMg: Patch<Double> = .unchanged
    /// Further nutrients by the raw values of ``FurtherNutrient``; replaces all existing ones.
    package var nutrients: Patch<[String: Double]> = .unchanged
    package var portions: Patch<[Portion]> = .unchanged
    /// The weight of a serving: the portion "1 serving".
    package var servingG: Patch<Double> = .unchanged
    /// EAN-8, UPC-A, EAN-13 or GTIN-14.
    package var barcode: Patch<String> = .unchanged
    package var ingredients: Patch<String> = .unchanged
    /// Raw values of ``Allergen``; null if unknown, empty if there are none.
    package var allergens: Patch<[String]> = .unchanged
    /// Null removes the image; any other value is rejected, because images are uploaded.
    package var imageURL: Patch<String> = .unchanged
    /// Whether all users find it; false by default.
    package var shared: Patch<Bool> = .unchanged

    package init() {}
}

/// A weight that nutrients refer to.
package struct FoodQuantity: Codable, Sendable, Equatable {
    package var grams: Double

    package init(grams: Double) {
        self.grams = grams
    }
}
