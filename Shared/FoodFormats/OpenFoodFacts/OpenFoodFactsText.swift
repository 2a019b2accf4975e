package import Contracts

/// What JSON and CSV of Open Food Facts write alike.
package enum OpenFoodFactsText {
    private static let allergens: [String: Allergen] = [
        "en:celery": .celery, "en:crustaceans": .crustaceans, "en:eggs": .eggs, "en:fish": .fish,
        "en:gluten": .gluten, "en:lupin": .lupin, "en:milk": .milk, "en:molluscs": .molluscs,
        "en:mustard": .mustard, "en:nuts": .nuts, "en:peanuts": .peanuts, "en:sesame-seeds": .sesame,
        "en:soybeans": .soybeans, "en:sulphur-dioxide-and-sulphites": .sulphites,
    ]
    private static let none = "en:none"

    /// Reads tags of allergens; those beyond the 14 are left out.
    ///
    /// - Parameter tags: As the source has them, such as `en:milk`.
    /// - Returns: Nil where none of them is said, since products without tags are mostly those that nobody has looked at.
    package static func allergens(_ tags: [String]) -> [Allergen]? {
        var found: [Allergen] = []
        for tag in tags {
            if let allergen = allergens[tag], !found.contains(allergen) { found.append(allergen) }
        }
        return found.isEmpty && !tags.contains(none) ? nil : found
    }

    /// The last of several categories, which is the closest, without its language.
    static func category(_ categories: String) -> String? {
        guard let last = list(categories).last else { return nil }
        let parts = last.split(separator: ":", maxSplits: 1)
        return parts.count == 2 && parts[0].count == 2 ? String(parts[1]) : last
    }

    /// Items between commas.
    static func list(_ text: String) -> [String] {
        text.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
    }

    /// Brands without doubles.
    static func brand(_ brands: [String]) -> String? {
        var seen: [String] = []
        for brand in brands where !seen.contains(brand) { seen.append(brand) }
        return seen.isEmpty ? nil : seen.joined(separator: ", ")
    }

    /// Takes a serving as a portion.
    ///
    /// - Parameters:
    ///   - quantity: How much it weighs.
    ///   - text: What the package calls it.
    ///   - food: Gets it.
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
