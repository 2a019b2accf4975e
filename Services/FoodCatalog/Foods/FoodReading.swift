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

    /// The columns that ``stored(_:)`` reads.
    static let qualified = "\(FoodRow.table.columns.qualifiedList), food.number, food.version, food.prominence"
    private static let selection = "SELECT \(qualified) FROM food"
    /// The columns of a food for lists, without the values of details, most of which must be decoded; names only for
    /// another language.
    private static let listed = FoodRow.table.columns.names.map { column in
        switch column {
        case "digest": "0"
        case "aliases", "nutrients", "ingredients", "created_at": "NULL"
        case "names": "CASE WHEN ?2 IS NULL OR food.language = ?2 THEN NULL ELSE food.names END"
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
            SELECT \(listed) FROM json_each(?1) AS wanted CROSS JOIN food
            WHERE food.number = wanted.value ORDER BY wanted.key
            """
        try reader.forEach(sql, [list, language.map(LanguageTag.code(of:))]) { row in
            foods.append(try FoodRow.table.columns.record(row))
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
        let columns = FoodRow.table.columns
        return Stored(
            number: row.integer(columns.count),
            food: try columns.record(row),
            version: Int(row.integer(columns.count + 1)),
            rank: FoodRank(prominence: Int(row.integer(columns.count + 2)))
        )
    }
}
