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
    /// A density of foods without a portion that names a volume.
    private struct Line: Sendable {
        /// A text that the category contains.
        let category: String
        /// Rounded to hundredths, because tables round the weights of their measures.
        let gramsPerMl: Double
        /// Whether it also holds for dishes, such as flavored drinks; false for spirits, because cocktails differ.
        let includesDishes: Bool

        /// - Parameters:
        ///   - category: A text that the category contains.
        ///   - grams: The weight of a measure.
        ///   - ml: The volume of the measure.
        ///   - includesDishes: Whether it also holds for dishes.
        init(_ category: String, _ grams: Double, per ml: Double, includesDishes: Bool = false) {
            self.category = category
            gramsPerMl = FoodDensity.inHundredths(grams / ml)
            self.includesDishes = includesDishes
        }
    }

    private static let (ounce, spoon, cup) = (
        MeasureUnits.fluidOunceMl, MeasureUnits.tablespoonMl, MeasureUnits.cupMl
    )

    /// Common liquids, each by the weight that SR28 has for a measure of one of its foods.
    ///
    /// SR28 is the National Nutrient Database for Standard Reference of the United States Department of Agriculture,
    /// release 28. The README of the starter catalog names the foods: a can has 12 fluid ounces, a serving of wine 5,
    /// one of water 8, and a shot of spirits with 40 % of alcohol 1.5.
    private static let lines = [
        Line("Beer", 356, per: 12 * ounce), Line("Wine", 147, per: 5 * ounce), Line("Liquor", 41.7, per: 1.5 * ounce),
        oil, Line("Milk, ", 244, per: cup), Line("Plant-based milk", 243, per: cup, includesDishes: true),
        Line("Flavored milk", 250, per: cup, includesDishes: true), Line("juice", 248, per: cup, includesDishes: true),
        Line("Fruit drinks", 245, per: cup, includesDishes: true),
        Line("Diet soft drinks", 355, per: 12 * ounce, includesDishes: true),
        Line("Soft drinks", 370, per: 12 * ounce, includesDishes: true),
        Line("water", 237, per: 8 * ounce, includesDishes: true), Line("Coffee", 237, per: cup),
        Line("Tea", 237, per: cup), Line("Soups, broth", 241, per: cup, includesDishes: true),
        Line("Soups, cream", 244, per: cup, includesDishes: true),
    ]
    private static let oil = Line("vegetable oils", 13.6, per: spoon)

    /// The categories of these liquids, or parts of their names.
    package static let liquidCategories = lines.map(\.category)

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
            return inHundredths(isDrink ? ofDrink(measured) : measured)
        }
        guard let category = food.category, let line = lines.first(where: { category.containsBytes(of: $0.category) }),
            line.includesDishes || food.type == FoodType.generic.rawValue
        else { return nil }
        let name = (name ?? food.name).lowercased()
        return exceptions.contains(where: name.containsBytes) ? nil : line.gramsPerMl
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
        return category.containsBytes(of: "oils") || category.containsBytes(of: "Oils") ? oil.gramsPerMl : 1
    }

    private static func inHundredths(_ density: Double) -> Double { (density * 100).rounded() / 100 }

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

    /// Returns the unit of one or two words; ASCII is compared as it is, because nearly all names have nothing else.
    private static func unit(_ words: Substring) -> MeasureUnit? {
        if words.utf8.allSatisfy({ $0 < 0x80 }) {
            return words.utf8.count <= MeasureUnits.asciiLengthMax ? MeasureUnits.unit(String(words)) : nil
        }
        return MeasureUnits.unit(String(words)) ?? MeasureUnits.unit(MealLexer.folded(words.unicodeScalars))
    }

    /// Returns the volume that a portion names: "1 cup", "1/2 cup, fluid", "250 ml".
    ///
    /// Searches list many foods, so a name is split by bytes, and compared with the units before its number is read.
    private static func millilitres(of name: String) -> Double? {
        let isFluid = name.utf8.suffix(fluid.utf8.count).elementsEqual(fluid.utf8)
        let name = isFluid ? name.dropLast(fluid.count) : name[...]
        guard let space = name.utf8.firstIndex(of: UInt8(ascii: " ")),
            let unit = unit(name[name.utf8.index(after: space)...]),
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
