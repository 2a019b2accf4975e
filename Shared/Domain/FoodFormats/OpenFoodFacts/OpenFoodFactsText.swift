package import Contracts

/// Parses texts that have the same form in the JSON and CSV of Open Food Facts.
package enum OpenFoodFactsText {
    private static let allergens: [String: Allergen] = [
        "en:celery": .celery, "en:crustaceans": .crustaceans, "en:eggs": .eggs, "en:fish": .fish,
        "en:gluten": .gluten, "en:lupin": .lupin, "en:milk": .milk, "en:molluscs": .molluscs,
        "en:mustard": .mustard, "en:nuts": .nuts, "en:peanuts": .peanuts, "en:sesame-seeds": .sesame,
        "en:soybeans": .soybeans, "en:sulphur-dioxide-and-sulphites": .sulphites,
    ]
    private static let none = "en:none"

    /// Parses allergen tags; tags beyond the 14 allergens are ignored.
    ///
    /// - Parameter tags: The tags, such as `en:milk`.
    /// - Returns: Nil if no tag is known, since most products without tags have not been checked for allergens.
    package static func allergens(_ tags: [String]) -> [Allergen]? {
        var found: [Allergen] = []
        for tag in tags {
            if let allergen = allergens[tag], !found.contains(allergen) { found.append(allergen) }
        }
        return found.isEmpty && !tags.contains(none) ? nil : found
    }

    /// Returns the last, most specific category, without its language.
    static func category(_ categories: String) -> String? {
        guard let last = list(categories).last else { return nil }
        let parts = last.split(separator: ":", maxSplits: 1)
        return parts.count == 2 && parts[0].count == 2 ? String(parts[1]) : last
    }

    /// Splits a comma-separated list.
    static func list(_ text: String) -> [String] {
        text.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
    }

    /// Joins distinct brands.
    static func brand(_ brands: [String]) -> String? {
        var seen: [String] = []
        for brand in brands where !seen.contains(brand) { seen.append(brand) }
        return seen.isEmpty ? nil : seen.joined(separator: ", ")
    }

    /// Sets a serving and adds it as a portion.
    ///
    /// - Parameters:
    ///   - quantity: Its weight in grams.
    ///   - text: Its name on the package.
    ///   - food: Receives the serving.
    static func takeServing(_ quantity: Double?, _ text: String?, _ food: inout ImportedFood) {
        guard let quantity, quantity > 0 else { return }
        food.servingG = quantity
        food.portions = [Portion(name: text.flatMap { $0.isEmpty ? nil : $0 } ?? "1 serving", grams: quantity)]
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
