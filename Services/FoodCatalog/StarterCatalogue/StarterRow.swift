package import Contracts

/// Parses and validates a row of the starter catalog.
package enum StarterRow {
    /// The reason for rejecting a row.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) {
            self.description = description
        }
    }

    /// The header of the file, in the order of the fields.
    package static let columns = [
        "id", "name", "source", "category", "kcal", "proteinG", "fatG", "carbohydrateG", "fiberG", "sugarG",
        "saturatedFatG", "sodiumMg", "portions", "type", "allergens",
    ]
    private static let types: [FoodType] = [.generic, .dish]
    /// Marks a food without allergens; an empty cell means unknown.
    private static let noAllergens = "none"

    private static let nameLength = 1...200
    /// Kilocalories per 100 g; pure fat has 902, and some tables round up.
    private static let kcal = 0.0...905
    /// Grams of a nutrient per 100 g.
    private static let grams = 0.0...100
    /// Maximum sum of protein, fat and carbohydrate: measured separately, they may slightly exceed 100 g.
    private static let macrosGramsMax = 105.0
    /// Milligrams per 100 g; pure salt has 39,300.
    private static let sodiumMg = 0.0...40_000
    private static let portionGrams = 0.01...10_000
    private static let portionsMax = 50

    /// Returns the food of a row, which has a field for each column.
    package static func food(from fields: [String]) throws(Refusal) -> Food {
        guard let id = FoodID(fields[0]) else { throw Refusal("id is no UUID") }
        guard nameLength.contains(fields[1].count), !WordNormaliser.words(of: fields[1]).isEmpty else {
            throw Refusal("name must have \(nameLength.lowerBound) to \(nameLength.upperBound) characters and a word")
        }
        guard !fields[2].isEmpty else { throw Refusal("source is empty") }
        let food = Food(
            id: id,
            name: fields[1],
            category: fields[3].isEmpty ? nil : fields[3],
            kcal: try required(fields, 4, in: kcal),
            proteinG: try required(fields, 5, in: grams),
            fatG: try required(fields, 6, in: grams),
            carbohydrateG: try required(fields, 7, in: grams),
            fiberG: try optional(fields, 8, in: grams),
            sugarG: try optional(fields, 9, in: grams),
            saturatedFatG: try optional(fields, 10, in: grams),
            sodiumMg: try optional(fields, 11, in: sodiumMg),
            portions: try portions(fields[12]),
            source: fields[2],
            type: try type(fields[13]),
            allergens: try allergens(fields[14])
        )
        let macros = [food.proteinG, food.fatG, food.carbohydrateG]
        guard macros.reduce(0, { $0 + ($1 ?? 0) }) <= macrosGramsMax else {
            throw Refusal("protein, fat and carbohydrate are more than \(macrosGramsMax) g of 100 g")
        }
        return food
    }

    private static func required(
        _ fields: [String],
        _ column: Int,
        in range: ClosedRange<Double>
    ) throws(Refusal) -> Double {
        guard let value = try optional(fields, column, in: range) else { throw Refusal("\(columns[column]) is empty") }
        return value
    }

    /// Returns the value of a cell; an empty cell is unknown, not 0.
    private static func optional(
        _ fields: [String],
        _ column: Int,
        in range: ClosedRange<Double>
    ) throws(Refusal) -> Double? {
        if fields[column].isEmpty { return nil }
        guard let value = Double(fields[column]), range.contains(value) else {
            throw Refusal("\(columns[column]) is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    private static func type(_ text: String) throws(Refusal) -> FoodType {
        guard let type = FoodType(rawValue: text), types.contains(type) else {
            throw Refusal("type must be one of \(types.map(\.rawValue).joined(separator: ", "))")
        }
        return type
    }

    private static func allergens(_ text: String) throws(Refusal) -> [String]? {
        if text.isEmpty { return nil }
        if text == noAllergens { return [] }
        let allergens = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard allergens.allSatisfy({ Allergen(rawValue: $0) != nil }) else {
            throw Refusal("allergens must be of the EU's fourteen, separated by bars, or \(noAllergens)")
        }
        return allergens
    }

    private static func portions(_ text: String) throws(Refusal) -> [Portion] {
        if text.isEmpty { return [] }
        var portions: [Portion] = []
        for item in text.split(separator: "|", omittingEmptySubsequences: false) {
            guard let equals = item.lastIndex(of: "="), equals > item.startIndex,
                let grams = Double(item[item.index(after: equals)...]), portionGrams.contains(grams)
            else { throw Refusal("portions must be written name=grams, separated by bars") }
            portions.append(Portion(name: String(item[..<equals]), grams: grams))
        }
        guard portions.count <= portionsMax else { throw Refusal("has more than \(portionsMax) portions") }
        return portions
    }
}

/// The names of a starter food in other languages.
struct StarterNames: Sendable {
    /// The header of the file.
    static let columns = ["id", "language", "name"]

    /// The first name of each language, which is displayed.
    private(set) var names: [String: String] = [:]
    /// Further names, which are only searchable.
    private(set) var aliases: [String] = []

    mutating func add(_ name: String, in language: String) {
        // The food's own name is English; further English names are aliases.
        if language != "en", names[language] == nil { names[language] = name } else { aliases.append(name) }
    }
}
