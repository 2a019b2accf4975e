/// How much people may enter as foods and recipes of their own.
///
/// Texts are bounded by bytes, too, because a character may be any number of them; 100 foods of the largest size still fit
/// into one answer of a search.
package enum OwnFoodLimits {
    /// Foods and recipes of one person together: more than anybody enters by hand, and little for the index.
    package static let foodsMax = 5_000
    /// Bytes of all pictures of one person's foods: some five hundred as telephones take them, and few enough that the disk of a
    /// small server holds those of a hundred people.
    package static let picturesBytesMax = 256 * 1_024 * 1_024
    package static let nameLength = 1...200
    package static let nameBytesMax = 1_200
    /// Brand and category.
    package static let labelLength = 1...100
    package static let labelBytesMax = 600
    /// The name in other languages; only details tell these.
    package static let namesMax = 10
    package static let languageLength = 2...8
    package static let portionsMax = 20
    package static let portionNameLength = 1...60
    package static let portionNameBytesMax = 240
    package static let portionGrams = 0.01...50_000.0
    /// What nutrients may be told for; labels tell them for 100 g, for 100 ml, or for a serving.
    package static let perGrams = 0.1...10_000.0
    package static let ingredientsLengthMax = 20_000
    package static let ingredientsBytesMax = 80_000
    package static let addressBytesMax = 1_000
    /// In 100 g; pure fat has 902 kcal, and what is said in kilojoules by mistake is flagged.
    package static let kcalMax = 4_000.0
    /// Of anything in 100 g, in the nutrient's own unit: salt is 39,000 mg of sodium.
    package static let amountMax = 1_000_000.0
}
