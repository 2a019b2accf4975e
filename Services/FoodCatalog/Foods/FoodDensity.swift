package import Contracts

/// Densities of foods, which follow from household measures: a cup of milk weighs 244 g, and a cup has 236.588 ml.
package enum FoodDensity {
    /// Grams of a millilitre of foods that fill a measure, from oil (0.91) to honey (1.42).
    ///
    /// A food with less has air between its pieces, so that a volume says little about its weight. A food with more is
    /// an error of a table.
    private static let filling = 0.9...1.5
    /// Grams of a millilitre of drinks, from spirits to juice; tables round the weights of their measures.
    private static let drinks = 0.94...1.06
    /// Grams of a millilitre of vegetable oil.
    private static let oil = 0.92

    /// A density of foods without a portion that names a volume.
    private struct Line: Sendable {
        /// A text that the category contains.
        let category: String
        let gramsPerMl: Double
        /// Whether it also holds for dishes, such as flavored drinks; false for spirits, because cocktails differ.
        let includesDishes: Bool

        init(_ category: String, _ gramsPerMl: Double, includesDishes: Bool = false) {
            self.category = category
            self.gramsPerMl = gramsPerMl
            self.includesDishes = includesDishes
        }
    }

    /// Common liquids, rounded to hundredths, as the measures of SR28 and the density database of FAO and INFOODS
    /// (version 2.0, 2012) have them.
    ///
    /// Spirits have 40 % of alcohol by volume.
    private static let lines = [
        Line("Beer", 1.01), Line("Wine", 0.99), Line("Liquor", 0.95), Line("vegetable oils", oil),
        Line("Milk, ", 1.03), Line("Plant-based milk", 1.02, includesDishes: true),
        Line("Flavored milk", 1.06, includesDishes: true), Line("juice", 1.04, includesDishes: true),
        Line("Fruit drinks", 1.04, includesDishes: true), Line("Diet soft drinks", 1, includesDishes: true),
        Line("Soft drinks", 1.03, includesDishes: true), Line("water", 1, includesDishes: true), Line("Coffee", 1),
        Line("Tea", 1), Line("Soups, broth", 1.02, includesDishes: true),
        Line("Soups, cream", 1.03, includesDishes: true),
    ]
    /// Words of English names of foods in these categories that are dry or thickened.
    private static let exceptions = ["dry", "powder", "concentrate", "not reconstituted", "evaporated", "condensed"]

    /// Returns the grams of a millilitre of a food that is poured or fills a measure; nil for others.
    ///
    /// The first portion that names a volume decides. Portions of users' own foods count, too: "100 ml" of 103 g.
    ///
    /// - Parameters:
    ///   - food: The food with its portions.
    ///   - name: The name in the language of its source, if that of the food is another.
    /// - Returns: The density, rounded to hundredths.
    package static func gramsPerMl(of food: Food, named name: String? = nil) -> Double? {
        if let measured = measured(food.portions) {
            guard filling.contains(measured) else { return nil }
            let isDrink = TypicalAmounts.isDrink(food)
            return ((isDrink ? ofDrink(measured) : measured) * 100).rounded() / 100
        }
        guard let category = food.category, let line = lines.first(where: { category.contains($0.category) }),
            line.includesDishes || food.type == FoodType.generic.rawValue
        else { return nil }
        let name = (name ?? food.name).lowercased()
        return exceptions.contains(where: name.contains) ? nil : line.gramsPerMl
    }

    /// Returns the grams of a millilitre, also of foods that do not fill a measure; nil if no portion names a volume.
    static func byMeasure(of food: Food) -> Double? {
        if let density = food.densityGPerMl { return density }
        return measured(food.portions).map { TypicalAmounts.isDrink(food) ? ofDrink($0) : $0 }
    }

    /// Returns the grams of a millilitre; without a measure as of oil or water.
    static func estimate(of food: Food) -> Double {
        if let density = byMeasure(of: food) { return density }
        let category = food.category ?? ""
        return category.contains("oils") || category.contains("Oils") ? oil : 1
    }

    /// Returns a measured density of a drink within the range of drinks.
    private static func ofDrink(_ measured: Double) -> Double {
        min(max(measured, drinks.lowerBound), drinks.upperBound)
    }

    /// Returns the grams of a millilitre by the first portion that names a volume and nothing else; nil if none does.
    private static func measured(_ portions: [Portion]) -> Double? {
        for portion in portions {
            if let ml = millilitres(of: portion.name) { return portion.grams / ml }
        }
        return nil
    }

    /// The detail of a measure of a liquid: "1 cup, fluid".
    private static let fluid = ", fluid"

    /// Returns the unit of a word; words of ASCII are compared as they are, because nearly all names have these.
    private static func unit(_ word: String) -> MeasureUnit? {
        MeasureUnits.unit(word)
            ?? (word.utf8.allSatisfy { $0 < 0x80 } ? nil : MeasureUnits.unit(MealLexer.folded(word.unicodeScalars)))
    }

    /// Returns the volume that a portion names: "1 cup", "1/2 cup, fluid", "250 ml".
    ///
    /// Searches list many foods, so a name is compared with the units before its number is read.
    private static func millilitres(of name: String) -> Double? {
        let name = name.hasSuffix(fluid) ? name.dropLast(fluid.count) : name[...]
        guard let space = name.firstIndex(of: " "),
            let unit = unit(String(name[name.index(after: space)...])),
            let ml = unit.exactMl, let number = MealNumber.read(Array(name[..<space].unicodeScalars), at: 0),
            number.value > 0
        else { return nil }
        return number.value * ml
    }
}

extension MeasureUnit {
    /// Vessels with a defined volume; glasses, mugs and bowls differ.
    private static let definedVessels: Set<String> = ["cup", "tbsp", "tsp"]

    /// Millilitres of one unit, if its volume is defined.
    fileprivate var exactMl: Double? {
        switch kind {
        case .volume(let ml): ml
        case .vessel(let ml): Self.definedVessels.contains(noun) ? ml : nil
        case .mass, .piece: nil
        }
    }
}
