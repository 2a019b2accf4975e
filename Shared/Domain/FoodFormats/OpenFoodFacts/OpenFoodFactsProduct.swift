import Contracts

/// The needed values of a product of Open Food Facts.
struct OpenFoodFactsProduct {
    private var code: String?
    private var language: String?
    private var otherLanguage: String?
    private var name: String?
    private var names: [String: String] = [:]
    private var brands: [String] = []
    private var category: String?
    private var servingQuantity: Double?
    private var servingUnit: String?
    private var servingText: String?
    private var allergenTags: [String] = []
    private var ingredients: String?
    private var ingredientsByLanguage: [String: String] = [:]
    private var imageURL: String?
    private var frontImageURL: String?
    private var images = OpenFoodFactsImages()
    private var nutrition = OpenFoodFactsNutrition()
    private var isBroken = false

    /// Parses a product.
    ///
    /// - Parameter line: A JSON object.
    /// - Returns: Whether it is valid.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var cursor = JSONCursor(line)
        let isWhole = cursor.walkObject { key, cursor in take(key, &cursor) }
        return isWhole && cursor.peek() == nil
    }

    var isServingInMillilitres: Bool { servingUnit == "ml" }

    /// Returns the food.
    ///
    /// - Parameter defaultLanguage: The language of its name, if it does not name one.
    /// - Returns: The food.
    /// - Throws: `RowRefusal` if it has no name or code, or its amounts are not per 100 g.
    func food(language defaultLanguage: String) throws(RowRefusal) -> ImportedFood {
        guard !isBroken else { throw RowRefusal("has text that is not UTF-8, or has an invalid JSON escape") }
        guard let code, !code.isEmpty else { throw RowRefusal("has no code") }
        var food = try named(code, defaultLanguage)
        food.brand = OpenFoodFactsText.brand(brands)
        food.category = category
        food.barcode = code
        food.ingredients = ingredients ?? ingredientsByLanguage[food.language] ?? ingredientsByLanguage["en"]
        food.allergens = OpenFoodFactsText.allergens(allergenTags)
        food.imageURL =
            [frontImageURL, imageURL].compactMap(\.self).first { $0.hasPrefix("https://") }
            ?? images.address(code: code, languages: [food.language, "en"])
        if servingUnit == nil || servingUnit == "g" || isServingInMillilitres {
            OpenFoodFactsText.takeServing(servingQuantity, servingText, &food)
        }
        try nutrition.fill(&food)
        return food
    }

    /// Returns a food with its names, the main one in the product's own language if there is one.
    private func named(_ code: String, _ defaultLanguage: String) throws(RowRefusal) -> ImportedFood {
        let own = language ?? otherLanguage ?? defaultLanguage
        var names = names
        var first = own
        if let name { names[own] = names[own] ?? name }
        if names[own] == nil {
            guard let other = [defaultLanguage, "en"].first(where: { names[$0] != nil }) ?? names.keys.min() else {
                throw RowRefusal("has no name")
            }
            first = other
        }
        guard let name = names.removeValue(forKey: first) else { throw RowRefusal("has no name") }
        return ImportedFood(sourceID: code, name: name, language: first, names: names, type: .branded)
    }

    /// Reads a needed member and skips others.
    private mutating func take(_ key: JSONString, _ cursor: inout JSONCursor) -> Bool {
        guard let first = key.bytes.first else { return cursor.skip() }
        switch first {
        case UInt8(ascii: "a"):
            return key == "allergens_tags" ? cursor.takeTexts(&allergenTags, &isBroken) : cursor.skip()
        case UInt8(ascii: "b"): return key == "brands" ? cursor.takeTexts(&brands, &isBroken) : cursor.skip()
        case UInt8(ascii: "c"):
            if key == "code" { return cursor.takeText(&code, &isBroken) }
            guard key == "categories" else { return cursor.skip() }
            var categories: [String] = []
            guard cursor.takeTexts(&categories, &isBroken) else { return false }
            category = categories.last.flatMap(OpenFoodFactsText.category)
            return true
        case UInt8(ascii: "i"): return takeIngredientsOrImage(key, &cursor)
        case UInt8(ascii: "l"):
            if key == "lang" { return languageCode(&cursor, &language) }
            return key == "lc" ? languageCode(&cursor, &otherLanguage) : cursor.skip()
        case UInt8(ascii: "n"): return nutrition.take(key, &cursor)
        case UInt8(ascii: "p"): return takeName(key, &cursor)
        case UInt8(ascii: "s"):
            if key == "serving_quantity" {
                servingQuantity = cursor.number()
                return true
            }
            if key == "serving_quantity_unit" { return cursor.takeText(&servingUnit, &isBroken) }
            return key == "serving_size" ? cursor.takeText(&servingText, &isBroken) : cursor.skip()
        default: return cursor.skip()
        }
    }

    private mutating func takeName(_ key: JSONString, _ cursor: inout JSONCursor) -> Bool {
        if key == "product_name" { return cursor.takeText(&name, &isBroken) }
        guard let language = Self.language(of: key, behind: "product_name_") else { return cursor.skip() }
        return cursor.takeText(&names[language], &isBroken)
    }

    private mutating func takeIngredientsOrImage(_ key: JSONString, _ cursor: inout JSONCursor) -> Bool {
        if key == "ingredients_text" { return cursor.takeText(&ingredients, &isBroken) }
        if key == "images" { return images.take(&cursor) }
        if key == "image_url" { return cursor.takeText(&imageURL, &isBroken) }
        if key == "image_front_url" { return cursor.takeText(&frontImageURL, &isBroken) }
        guard let language = Self.language(of: key, behind: "ingredients_text_") else { return cursor.skip() }
        return cursor.takeText(&ingredientsByLanguage[language], &isBroken)
    }

    /// Returns the language after a prefix: `uk` for `product_name_uk`; nil for `product_name_uk_imported` and for
    /// `xx`.
    private static func language(of key: JSONString, behind prefix: StaticString) -> String? {
        guard key.bytes.count == prefix.utf8CodeUnitCount + 2, key.hasPrefix(prefix) else { return nil }
        return languageCode(String(decoding: key.bytes.suffix(2), as: UTF8.self))
    }

    private static func languageCode(_ text: String) -> String? {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return text.utf8.count == 2 && text.utf8.allSatisfy(letters.contains) && text != "xx" ? text : nil
    }

    private func languageCode(_ cursor: inout JSONCursor, _ code: inout String?) -> Bool {
        guard cursor.peek() == UInt8(ascii: "\"") else { return cursor.skip() }
        guard let text = cursor.text() else { return false }
        code = text.string.flatMap(Self.languageCode)
        return true
    }
}
