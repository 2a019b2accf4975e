import Contracts
import FoundationEssentials
import Storage

extension FoodTable {
    /// A food with the values that the table adds.
    struct Stored {
        let number: Int64
        let food: FoodRow
        let version: Int
        /// Its current rank in the index.
        let rank: FoodRank
    }

    /// The columns that ``food(_:)`` reads, in its order.
    private static let read = [
        "number", "id", "owner", "shared", "digest", "type", "source", "source_id", "name", "language", "names",
        "aliases",
        "brand", "category", "kcal", "protein_g", "fat_g", "carbohydrate_g", "fiber_g", "sugar_g", "saturated_fat_g",
        "sodium_mg", "nutrients", "portions", "flags", "allergens", "barcode", "ingredients", "image_url", "version",
        "prominence",
    ]
    private static let selection = "SELECT \(read.joined(separator: ", ")) FROM food"
    /// The same columns, qualified for joins.
    static let qualified = read.map { "food.\($0)" }.joined(separator: ", ")
    /// The same columns for lists, without the values of details, most of which must be decoded; names only for another
    /// language.
    private static let listed = read.map { column in
        switch column {
        case "digest": "0"
        case "aliases", "nutrients", "ingredients": "NULL"
        case "names": "iif(?2 IS NULL OR food.language = ?2, NULL, food.names)"
        default: "food.\(column)"
        }
    }.joined(separator: ", ")

    /// Returns a food by its id, without checking access.
    static func stored(_ id: FoodID, _ reader: SQLReader) throws -> Stored? {
        try reader.first("\(selection) WHERE id = ?", [id.blob]) { try stored($0) }
    }

    /// Returns whether a food is stored with the same content.
    static func isUnchanged(_ food: FoodRow, _ reader: SQLReader) throws -> Bool {
        let isSame = try reader.first("SELECT digest, shared, owner FROM food WHERE id = ?", [food.id.blob]) { row in
            row.integer(0) == food.digest && (row.integer(1) != 0) == food.shared
                && row.optionalText(2) == food.owner?.description
        }
        return isSame ?? false
    }

    /// Returns the row number of a food, if it exists and the user may see it.
    static func number(of id: FoodID, for user: UserID, _ reader: SQLReader) throws -> Int64? {
        try reader.scalar(
            "SELECT number FROM food WHERE id = ? AND (owner IS NULL OR shared = 1 OR owner = ?)",
            [id.blob, user.description]
        )
    }

    /// Returns whether a user has foods of their own.
    static func isOwner(_ user: UserID, _ reader: SQLReader) throws -> Bool {
        let found = try reader.first(
            "SELECT EXISTS (SELECT 1 FROM food WHERE owner = ?)",
            binding: { $0.bind(user.description) },
            { $0.integer(0) != 0 }
        )
        return found ?? false
    }

    /// Returns a row that the index has found in the same snapshot of the database.
    static func row(number: Int64, _ reader: SQLReader) throws -> FoodRow {
        guard let stored = try reader.first("\(selection) WHERE number = ?", [number], { try stored($0) }) else {
            throw ServiceError(.internalError, "The index contains a food that does not exist.")
        }
        return stored.food
    }

    /// Returns rows that the index has found in the same snapshot of the database, in the order of `numbers`, with the
    /// values for a list.
    static func listedRows(numbers: [Int64], in language: String?, _ reader: SQLReader) throws -> [FoodRow] {
        var foods: [FoodRow] = []
        foods.reserveCapacity(numbers.count)
        let list = "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
        let sql =
            """
            SELECT \(listed) FROM json_each(?1) AS wanted CROSS JOIN food ON food.number = wanted.value ORDER BY wanted.key
            """
        try reader.forEach(sql, [list, language.map(FoodRow.code(ofLanguage:))]) { row in
            foods.append(try food(row))
            return true
        }
        return foods
    }

    /// Returns the foods that match a condition, in row order.
    static func all(where condition: String, _ arguments: [SQLValue?], _ reader: SQLReader) throws -> [Stored] {
        var foods: [Stored] = []
        try reader.forEach("\(selection) WHERE \(condition)", arguments) { row in
            foods.append(try stored(row))
            return true
        }
        return foods
    }

    /// Reads the columns of ``qualified`` by position.
    static func stored(_ row: borrowing SQLCursorRow) throws -> Stored {
        Stored(
            number: row.integer(0),
            food: try food(row),
            version: Int(row.integer(29)),
            rank: FoodRank(prominence: Int(row.integer(30)))
        )
    }

    private static func food(_ row: borrowing SQLCursorRow) throws -> FoodRow {
        guard let id = FoodID(blob: row.bytes(1)), let type = FoodType(rawValue: row.text(5)) else {
            throw ServiceError(.internalError, "The catalog contains an unreadable food.")
        }
        return FoodRow(
            id: id,
            owner: row.optionalText(2).flatMap { UserID($0) },
            shared: row.integer(3) != 0,
            digest: row.integer(4),
            type: type,
            source: row.text(6),
            sourceID: row.text(7),
            name: row.text(8),
            language: row.text(9),
            names: PackedText.texts(row.optionalText(10)),
            aliases: PackedText.pairs(row.optionalText(11)).map(\.1),
            brand: row.optionalText(12),
            category: row.optionalText(13),
            kcal: row.number(14),
            proteinG: row.optionalNumber(15),
            fatG: row.optionalNumber(16),
            carbohydrateG: row.optionalNumber(17),
            fiberG: row.optionalNumber(18),
            sugarG: row.optionalNumber(19),
            saturatedFatG: row.optionalNumber(20),
            sodiumMg: row.optionalNumber(21),
            nutrients: PackedText.amounts(row.optionalText(22)),
            portions: PackedText.portions(row.optionalText(23)),
            flags: words(row.optionalText(24)).compactMap { FoodFlag(rawValue: $0) },
            allergens: row.optionalText(25).map { words($0).compactMap { Allergen(rawValue: $0) } },
            barcode: row.optionalInteger(26).map { GTIN(number: $0) },
            ingredients: row.optionalText(27),
            imageURL: row.optionalText(28)
        )
    }

    private static func words(_ text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        return text.split(separator: " ").map(String.init)
    }
}
