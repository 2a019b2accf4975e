/// The limits of users' own foods and recipes.
///
/// Texts are also limited in bytes, because a character may have any number of them. 100 foods of the maximum size
/// still fit into one reply of a search.
package enum OwnFoodLimits {
    /// Foods and recipes of one user together: more than a person enters by hand, and little for the index.
    package static let foodsMax = 5_000
    /// Maximum size of all images of one user's foods, in bytes.
    ///
    /// About five hundred photos of a phone; those of a hundred users fit on the disk of a small server.
    package static let picturesBytesMax = 256 * 1_024 * 1_024
    package static let nameLength = 1...200
    package static let nameBytesMax = 1_200
    /// Brand and category.
    package static let labelLength = 1...100
    package static let labelBytesMax = 600
    /// The name in other languages, which only details contain.
    package static let namesMax = 10
    package static let languageLength = 2...8
    package static let portionsMax = 20
    package static let portionNameLength = 1...60
    package static let portionNameBytesMax = 240
    package static let portionGrams = 0.01...50_000.0
    /// The range of the weight that nutrients refer to; labels use 100 g, 100 ml, or a serving.
    package static let perGrams = 0.1...10_000.0
    package static let ingredientsLengthMax = 20_000
    package static let ingredientsBytesMax = 80_000
    package static let addressBytesMax = 1_000
    /// In 100 g; pure fat has 902 kcal, and kilojoules entered by mistake are flagged.
    package static let kcalMax = 4_000.0
    /// For any nutrient in 100 g, in its own unit: salt is 39,000 mg of sodium.
    package static let amountMax = 1_000_000.0
}
