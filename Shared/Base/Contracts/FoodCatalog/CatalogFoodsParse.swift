package import JSONCoding

/// Reads a meal as typed or dictated: "2 eggs, toast 40 g, half a cup of rice", in English, Ukrainian or Thai.
///
/// Nothing is stored: the caller shows the lines and logs what the user confirms.
package struct CatalogFoodsParse: Contract {
    package struct Reply: Codable, Sendable {
        /// In the order of the text.
        package var lines: [ParsedLine]

        package init(lines: [ParsedLine]) {
            self.lines = lines
        }
    }

    /// A meal with a dozen foods has some 300 characters.
    package static let textLength = 1...1_000
    /// Maximum number of foods in a text.
    package static let linesMax = 30
    /// Maximum number of other foods that a line may mean.
    package static let alternativesMax = 4
    /// Language tags in use are far shorter.
    package static let languageLength = 2...35

    package static let method = Method("catalog.foods.parse", of: .catalog, .read, .user).route(
        .post,
        "/v1/foods/parse",
        "Reads a meal as typed or dictated, in English, Ukrainian or Thai, and finds its foods and amounts.",
        scope: .foodsRead,
        errors: [.invalid]
    )

    package static let rules: Rules<Self> = [
        .length(\.text, textLength),
        .length(\.language, languageLength),
    ]

    package var text: String
    /// The preferred language of names; the languages of the text are recognized by their letters and words.
    package var language: String?

    package init(text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }
}

/// A food of a typed meal with its amount.
package struct ParsedLine: Codable, Sendable, Equatable {
    package var words: ParsedWords
    /// Null if no food matches the words.
    @Nullable package var food: Food?
    /// Null if neither a food nor a weight is known.
    @Nullable package var grams: Double?
    /// The volume in the text; null if there is none, or if the food has no density.
    @Nullable package var ml: Double?
    /// The portion that was meant; null for weights, volumes and amounts by category.
    @Nullable package var portion: ParsedPortion?
    /// A raw value of ``ParsedAmountSource``; null without an amount.
    @Nullable package var amountSource: String?
    /// How sure the choice of the food is, from 0 to 1.
    package var confidence: Double
    /// What else the words may mean, the likeliest first.
    package var alternatives: [ParsedAlternative]

    package init(
        words: ParsedWords,
        food: Food?,
        grams: Double?,
        ml: Double? = nil,
        portion: ParsedPortion?,
        amountSource: ParsedAmountSource?,
        confidence: Double,
        alternatives: [ParsedAlternative]
    ) {
        self.words = words
        self.food = food
        self.grams = grams
        self.ml = ml
        self.portion = portion
        self.amountSource = amountSource?.rawValue
        self.confidence = confidence
        self.alternatives = alternatives
    }
}

/// The part of a text that a line comes from.
package struct ParsedWords: Codable, Sendable, Equatable {
    package var text: String
    /// Number of Unicode scalars before the part.
    package var start: Int
    /// Number of Unicode scalars up to the end of the part.
    package var end: Int

    package init(text: String, start: Int, end: Int) {
        self.text = text
        self.start = start
        self.end = end
    }
}

/// A portion of a food, and how many of it were meant.
package struct ParsedPortion: Codable, Sendable, Equatable {
    package var name: String
    /// What to show instead of the name in the requested language; omitted if it has no other name there.
    package var label: String?
    /// Grams of one portion.
    package var grams: Double
    package var count: Double

    package init(name: String, label: String? = nil, grams: Double, count: Double) {
        self.name = name
        self.label = label
        self.grams = grams
        self.count = count
    }
}

/// Another food that words of a meal may mean.
package struct ParsedAlternative: Codable, Sendable, Equatable {
    package var food: Food
    /// The same amount of this food.
    package var grams: Double
    /// From 0 to 1; those of a line add up to at most 1 with that of its food.
    package var confidence: Double

    package init(food: Food, grams: Double, confidence: Double) {
        self.food = food
        self.grams = grams
        self.confidence = confidence
    }
}

/// Where an amount comes from.
package enum ParsedAmountSource: String, Codable, Sendable, CaseIterable {
    /// A weight in the text, or a volume of a food that is measured by volume.
    case stated
    /// A number of pieces, cups or spoons in the text.
    case portion
    /// The text says no amount, and the user usually logs this one.
    case usual
    /// The text says no amount, or a unit that the food does not have: a usual portion of the food or of its category.
    ///
    /// Also a volume of a food without a density, counted as if it were water or oil.
    case `default`
}

extension API {
    /// The contracts of this file.
    static let catalogFoodsParse: [any Contract.Type] = [CatalogFoodsParse.self]
}
