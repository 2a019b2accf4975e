import Contracts

/// Interprets a header of a user's own table: a quantity with an optional unit, such as `Protein (g)`.
package struct OwnHeader {
    private static let units: Set<String> = ["kcal", "kj", "g", "mg", "ug", "µg", "μg", "mcg"]
    private static let columns: [String: [String]] = [
        "name": ["name", "food", "food name", "description", "product", "product name", "item", "title"],
        "brand": ["brand", "brands", "brand name", "manufacturer", "maker", "producer", "brand owner"],
        "category": ["category", "categories", "group", "food group", "food category"],
        "barcode": ["barcode", "ean", "ean13", "gtin", "upc", "gtin upc"],
        "sourceID": ["id", "source id", "food id", "product id", "code", "key"],
        "kcal": ["kcal", "kj", "calories", "calorie", "energy", "cal", "kilocalories", "kilojoules", "energy value"],
        "proteinG": ["protein", "proteins", "total protein"],
        "fatG": ["fat", "fats", "total fat", "fat total", "total lipid", "lipids"],
        "carbohydrateG": [
            "carbohydrate", "carbohydrates", "carbs", "carb", "total carbohydrate", "total carbohydrates",
        ],
        "fiberG": ["fiber", "fibre", "dietary fiber", "dietary fibre", "fibers", "total fiber", "total fibre"],
        "sugarG": ["sugar", "sugars", "total sugar", "total sugars", "of which sugars"],
        "saturatedFatG": [
            "saturated fat", "saturated", "saturates", "of which saturates", "sat fat", "saturated fatty acids",
            "saturated fats",
        ],
        "sodiumMg": ["sodium", "salt"],
        "servingG": ["serving", "serving size", "serving weight", "portion size"],
        "portions": ["portions"], "ingredients": ["ingredients", "ingredient list"],
        "imageURL": ["image", "image url", "picture", "picture url"], "language": ["language", "lang"],
        "type": ["type", "food type"], "allergens": ["allergens"],
    ]
    private static let columnsByWords: [String: String] = {
        var byWords: [String: String] = [:]
        for (column, texts) in columns { for text in texts { byWords[text] = column } }
        for nutrient in FurtherNutrient.allCases {
            let name = nutrient.rawValue
            let unit = NutrientUnit(of: name)?.rawValue ?? ""
            let words = words(of: String(name.dropLast(unit.count))).joined(separator: " ")
            byWords[words] = byWords[words] ?? nutrient.rawValue
        }
        return byWords
    }()

    /// The quantity without its unit, in lower case.
    package let thing: String
    /// The unit in lower case; nil if there is none.
    package let unit: String?

    /// Parses a header.
    package init(_ header: String) {
        var words = Self.words(of: header)
        var unit: String?
        // The words after "per" are not the unit of the amount.
        if let per = words.firstIndex(of: "per") { words.removeSubrange(per...) }
        words.removeAll { $0 == "100g" || $0 == "100" }
        if words.count > 1, let last = words.last, Self.units.contains(last) {
            unit = last
            words.removeLast()
        } else if words.count == 1, let only = words.first, ["kcal", "kj"].contains(only) {
            unit = only
        }
        thing = words.joined(separator: " ")
        self.unit = unit == "μg" || unit == "µg" || unit == "mcg" ? "ug" : unit
    }

    /// The catalog's column; nil if it is unknown.
    package var column: String? { Self.columnsByWords[thing] }

    /// Returns the factor that converts its numbers to the unit of a catalog column.
    ///
    /// - Parameter column: The catalog column.
    /// - Returns: The factor: 1 without a unit; nil for a unit of another kind.
    package func scale(to column: String) -> Double? {
        if column == "kcal" {
            switch unit {
            case nil, "kcal": return thing == "kilojoules" ? 1 / EnergyFactor.kilojoulesPerKcal : 1
            case "kj": return 1 / EnergyFactor.kilojoulesPerKcal
            default: return nil
            }
        }
        guard let catalogGrams = NutrientUnit(of: column)?.grams else { return unit == nil ? 1 : nil }
        // Salt without a unit is in grams.
        let saltFactor = thing == "salt" ? Amount.sodiumMg(ofSaltG: 1) / 1_000 : 1
        guard let unit else { return thing == "salt" ? saltFactor / catalogGrams : 1 }
        guard let tableGrams = ["g": 1, "mg": 1e-3, "ug": 1e-6][unit] else { return nil }
        return tableGrams / catalogGrams * saltFactor
    }

    /// Returns the unit that is assumed if none is given; nil for columns without units.
    func assumedUnit(for column: String) -> String? {
        guard unit == nil else { return nil }
        if column == "kcal" { return thing.contains("calor") || thing == "kilojoules" ? nil : "kcal" }
        guard let grams = NutrientUnit(of: column)?.grams, grams < 1 else { return nil }
        return thing == "salt" ? "g" : grams == 1e-3 ? "mg" : "µg"
    }

    /// Splits a text into lower-case words at characters other than letters and digits, and before inner capitals.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasSmall = false
        for character in text {
            if !character.isLetter && !character.isNumber || character.isUppercase && wasSmall {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if character.isLetter || character.isNumber { word += character.lowercased() }
            wasSmall = character.isLowercase || character.isNumber
        }
        if !word.isEmpty { words.append(word) }
        // Joins the parts of kJ.
        return words.joined(separator: " ").replacing("k j", with: "kj").split(separator: " ").map(String.init)
    }
}
