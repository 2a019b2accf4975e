/// A typed query, split into words.
package struct SearchQuery: Sendable, Equatable {
    /// Maximum number of words, above that of names; further words of a long query would only cost time.
    private static let wordsMax = 10

    /// The distinct words in the order typed.
    package let words: [String]

    /// Parses a typed text; text without a letter or digit has no words.
    package init(_ text: String) {
        self.init(words: WordNormaliser.words(of: text))
    }

    init(words: [String]) {
        var seen: Set<String> = []
        self.words = Array(words.filter { seen.insert($0).inserted }.prefix(Self.wordsMax))
    }
}

/// Amounts typed along with a food: "100g chicken breast", "2 eggs", "1 cup milk".
enum AmountWords {
    private static let units: Set<String> = [
        "cl", "cup", "cups", "dl", "g", "gr", "gram", "grams", "kg", "l", "lb", "lbs", "ml", "ounce", "ounces", "oz",
        "pcs",
        "piece", "pieces", "pound", "pounds", "serving", "servings", "slice", "slices", "tablespoon", "tablespoons",
        "tbsp",
        "teaspoon", "teaspoons", "tsp",
        "г", "гр", "кг", "л", "мл", "шт", "склянка", "склянки", "скибка", "скибки", "ложка", "ложки",
        "กรัม", "ถวย", "ชน", "ฟอง", "มล",
    ]
    /// Maximum number of digits of an amount; longer numbers are codes.
    private static let digitsMax = 4

    /// Returns the words without numbers and their units; nil if there is no number, or nothing else.
    static func removed(from words: [String]) -> [String]? {
        var rest: [String] = []
        var followsNumber = false
        for word in words {
            let unit = word.drop { ("0"..."9").contains($0) }
            let digits = word.count - unit.count
            if (1...digitsMax).contains(digits), unit.isEmpty || units.contains(String(unit)) {
                followsNumber = unit.isEmpty
            } else if followsNumber, units.contains(word) {
                followsNumber = false
            } else {
                rest.append(word)
                followsNumber = false
            }
        }
        return rest.isEmpty || rest.count == words.count ? nil : rest
    }
}
