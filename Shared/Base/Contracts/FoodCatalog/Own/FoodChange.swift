public import JSONCoding

/// Changed fields of an own food; a new food is a change to an empty one.
public struct FoodChange: Codable, Sendable, Equatable {
    public var name: Patch<String> = .unchanged
    /// The language of the name: ISO 639-1, such as `en`; `und` if unknown.
    public var language: Patch<String> = .unchanged
    /// The name in other languages, by ISO 639-1.
    public var names: Patch<[String: String]> = .unchanged
    public var brand: Patch<String> = .unchanged
    public var category: Patch<String> = .unchanged
    /// The quantity that the nutrients of this change refer to; 100 g by default.
    public var per: FoodQuantity?
    public var kcal: Patch<Double> = .unchanged
    public var proteinG: Patch<Double> = .unchanged
    public var fatG: Patch<Double> = .unchanged
    public var carbohydrateG: Patch<Double> = .unchanged
    public var fiberG: Patch<Double> = .unchanged
    public var sugarG: Patch<Double> = .unchanged
    public var saturatedFatG: Patch<Double> = .unchanged
    public var sodiumMg: Patch<Double> = .unchanged
    /// Further nutrients by the raw values of ``FurtherNutrient``; replaces all existing ones.
    public var nutrients: Patch<[String: Double]> = .unchanged
    public var portions: Patch<[Portion]> = .unchanged
    /// The weight of a serving: the portion "1 serving".
    public var servingG: Patch<Double> = .unchanged
    /// EAN-8, UPC-A, EAN-13 or GTIN-14.
    public var barcode: Patch<String> = .unchanged
    public var ingredients: Patch<String> = .unchanged
    /// Raw values of ``Allergen``; null if unknown, empty if there are none.
    public var allergens: Patch<[String]> = .unchanged
    /// Null removes the image; any other value is rejected, because images are uploaded.
    public var imageURL: Patch<String> = .unchanged
    /// Whether all users find it; false by default.
    public var shared: Patch<Bool> = .unchanged

    public init() {}
}

/// A weight that nutrients refer to.
public struct FoodQuantity: Codable, Sendable, Equatable {
    public var grams: Double

    public init(grams: Double) {
        self.grams = grams
    }
}

/// The limits of users' own foods and recipes.
///
/// Lengths are numbers of Unicode scalars, of up to four bytes each. 100 foods of the maximum size still fit into one
/// reply of a search.
public enum OwnFoodLimits {
    /// Foods and recipes of one user together: more than a person enters by hand, and little for the index.
    public static let foodsMax = 5_000
    /// Maximum size of all images of one user's foods, in bytes.
    ///
    /// About five hundred photos of a phone; those of a hundred users fit on the disk of a small server.
    public static let imagesBytesMax = 256 * 1_024 * 1_024
    /// Images of one user's foods: removed foods keep theirs, and tiny images need a limit besides their bytes.
    public static let imagesMax = 2 * foodsMax
    public static let nameLength = 1...200
    /// Brand and category.
    public static let labelLength = 1...100
    /// The name in other languages, which only details contain.
    public static let namesMax = 10
    public static let languageLength = 2...8
    public static let portionsMax = 20
    public static let portionNameLength = 1...60
    public static let portionGrams = 0.01...50_000.0
    /// The range of the weight that nutrients refer to; labels use 100 g, 100 ml, or a serving.
    public static let perGrams = 0.1...10_000.0
    public static let ingredientsLengthMax = 20_000
    public static let addressBytesMax = 1_000
    /// In 100 g; pure fat has 902 kcal, and kilojoules entered by mistake are flagged.
    public static let kcalMax = 4_000.0
    /// For any nutrient in 100 g, in its own unit: salt is 39,000 mg of sodium.
    public static let amountMax = 1_000_000.0
}
