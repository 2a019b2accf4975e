import Contracts

/// Somebody who types a food into a search field: a search for each letter from the second on.
struct Typing: Sendable {
    /// One letter finds everything, so nobody is asked for it.
    private static let lettersMin = 2
    /// Of a hundred people, so many take one of the first foods before they have typed all of it.
    private static let takesEarlyPercent = 12
    /// Before that, the first foods are hardly ever the right ones.
    private static let lettersToTake = 3

    static let foods = [
        "banana", "apple", "chicken breast", "rice", "bread", "milk", "egg", "oatmeal", "yogurt", "cheese", "butter",
        "coffee", "potato", "salmon", "tuna", "beef", "pasta", "tomato soup", "salad", "orange juice", "peanut butter",
        "chocolate", "pizza", "broccoli", "carrots", "lentils", "beans", "pork", "honey", "almonds", "cottage cheese",
        "strawberries", "ice cream", "pancakes", "cornflakes", "avocado", "sandwich", "noodles", "shrimp", "tofu",
    ]

    private var word: [Character] = []
    private var typed = 0

    /// What stands in the field after the next letter.
    mutating func type(_ random: inout SeededGenerator) -> String {
        let isTaken = typed > Self.lettersToTake && Int.random(in: 0..<100, using: &random) < Self.takesEarlyPercent
        if typed >= word.count || isTaken {
            word = Array(Self.foods.randomElement(using: &random) ?? "")
            typed = Self.lettersMin - 1
        }
        typed += 1
        // Nobody searches for the space between two words.
        if typed < word.count, word[typed - 1] == " " { typed += 1 }
        return String(word[..<typed])
    }
}
