import Contracts
package import SeededRandom

/// Simulates many users that search for foods.
package final class SearchScenario: LoadScenario {
    /// The number of results on one screen.
    package static let limit = 20

    package let actions = ["search"]
    private var random: SeededGenerator
    private var typings: [Typing]

    package init(people: Int, random: SeededGenerator) {
        typings = Array(repeating: Typing(), count: max(1, people))
        self.random = random
    }

    package func next(hour: Double?) -> LoadCall {
        let person = Int.random(in: typings.indices, using: &random)
        return Self.search(typings[person].type(&random), person, action: 0)
    }

    package func answered(_ call: LoadCall, isGood: Bool) {}

    package static func search(_ text: String, _ person: Int, action: Int?, keepsBody: Bool = false) -> LoadCall {
        LoadCall(CatalogSearch(q: text, limit: limit), action: action, person: person, keepsBody: keepsBody)
    }
}

/// Simulates the typing of a food's name: one search for each letter from the second on.
struct Typing: Sendable {
    /// One letter matches nearly everything, so it is not searched.
    private static let lettersMin = 2
    /// The percentage of users that choose one of the first results before typing the whole name.
    private static let earlyChoicePercent = 12
    /// With fewer letters, the first results are hardly ever right.
    private static let lettersBeforeChoice = 3

    static let foods = [
        "banana", "apple", "chicken breast", "rice", "bread", "milk", "egg", "oatmeal", "yogurt", "cheese", "butter",
        "coffee", "potato", "salmon", "tuna", "beef", "pasta", "tomato soup", "salad", "orange juice", "peanut butter",
        "chocolate", "pizza", "broccoli", "carrots", "lentils", "beans", "pork", "honey", "almonds", "cottage cheese",
        "strawberries", "ice cream", "pancakes", "cornflakes", "avocado", "sandwich", "noodles", "shrimp", "tofu",
    ]

    private var word: [Character] = []
    private var typed = 0

    /// Returns the text of the field after the next letter.
    mutating func type(_ random: inout SeededGenerator) -> String {
        let isChosen =
            typed > Self.lettersBeforeChoice && Int.random(in: 0..<100, using: &random) < Self.earlyChoicePercent
        if typed >= word.count || isChosen {
            word = Array(Self.foods.randomElement(using: &random) ?? "")
            typed = Self.lettersMin - 1
        }
        typed += 1
        // The space between two words triggers no search.
        if typed < word.count, word[typed - 1] == " " { typed += 1 }
        return String(word[..<typed])
    }
}
