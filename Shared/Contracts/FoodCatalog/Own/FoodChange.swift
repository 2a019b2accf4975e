package import JSONCoding

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

/// The limits of users' own foods and recipes.
///
/// Lengths are numbers of Unicode scalars, of up to four bytes each. 100 foods of the maximum size still fit into one
/// reply of a search.
package enum OwnFoodLimits {
    /// Foods and recipes of one user together: more than a person enters by hand, and little for the index.
    package static let foodsMax = 5_000
    /// Maximum size of all images of one user's foods, in bytes.
    ///
    /// About five hundred photos of a phone; those of a hundred users fit on the disk of a small server.
    package static let imagesBytesMax = 256 * 1_024 * 1_024
    package static let nameLength = 1...200
    /// Brand and category.
    package static let labelLength = 1...100
    /// The name in other languages, which only details contain.
    package static let namesMax = 10
    package static let languageLength = 2...8
    package static let portionsMax = 20
    package static let portionNameLength = 1...60
    package static let portionGrams = 0.01...50_000.0
    /// The range of the weight that nutrients refer to; labels use 100 g, 100 ml, or a serving.
    package static let perGrams = 0.1...10_000.0
    package static let ingredientsLengthMax = 20_000
    package static let addressBytesMax = 1_000
    /// In 100 g; pure fat has 902 kcal, and kilojoules entered by mistake are flagged.
    package static let kcalMax = 4_000.0
    /// For any nutrient in 100 g, in its own unit: salt is 39,000 mg of sodium.
    package static let amountMax = 1_000_000.0
}
