import Contracts
import Storage

/// The full-text index of names: finds a bounded set of candidates, the plainest first.
package enum FoodIndex {
    /// Names with every word of the query.
    static let plainestMax = 160
    /// Names that are or begin with what was asked for; only looked for where the others were cut off.
    static let startingMax = 40
    /// One's own foods.
    static let ownMax = 100
    /// Names with some of the words; only looked for where hardly any has all.
    static let someMax = 100
    /// The most that a search can lead to.
    package static let candidatesMax = plainestMax + 2 * startingMax + ownMax + someMax

    /// Calls the body with the foods that everybody may find.
    ///
    /// - Parameters:
    ///   - expression: In the syntax of FTS5.
    ///   - limit: How many, the plainest first.
    ///   - reader: The database.
    ///   - body: Gets the place of each in the index, its ``NameLines``, and the length of its name.
    /// - Throws: What SQLite throws.
    static func forEach(
        _ expression: String,
        _ limit: Int,
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        try forEach(
            "\(selection) WHERE food_index MATCH ? AND food_index.rowid < ? ORDER BY food_index.rowid LIMIT ?",
            [expression, FoodRank.ownStart, limit],
            reader,
            body
        )
    }

    /// The same for somebody's own foods.
    static func forEach(
        _ expression: String,
        of owner: UserID,
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        try forEach(
            "\(selection) WHERE food_index MATCH ? AND food_index.rowid >= ? ORDER BY food_index.rowid LIMIT ?",
            ["\"\(FoodRow.ownerToken(owner))\" AND (\(expression))", FoodRank.ownStart, ownMax],
            reader,
            body
        )
    }

    /// The same for a row, whatever its names are.
    static func row(
        _ number: Int64,
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        let sql =
            """
            SELECT food.prominence << \(FoodRank.numberBits) | food.number, lines, length
            FROM food JOIN food_name ON food_name.number = food.number WHERE food.number = ?
            """
        try forEach(sql, [number], reader, body)
    }

    private static let selection =
        """
        SELECT food_index.rowid, food_name.lines, food_name.length
        FROM food_index CROSS JOIN food_name ON food_name.number = food_index.rowid & \(FoodRank.numberMask)
        """

    private static func forEach(
        _ sql: String,
        _ arguments: [SQLValue?],
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        try reader.forEach(sql, arguments) { row in
            try row.withBytes(1) { body(row.integer(0), $0, Int(row.integer(2))) }
            return true
        }
    }

    /// The rows of the foods with a barcode that somebody may see: their own, then those of sources, then what others share.
    ///
    /// - Parameters:
    ///   - barcode: Of the foods.
    ///   - user: Who asks.
    ///   - limit: How many; what others keep for themselves takes no place among them.
    ///   - reader: The database.
    /// - Returns: Their numbers.
    /// - Throws: what SQLite throws.
    static func numbers(
        of barcode: GTIN,
        for user: UserID?,
        _ limit: Int,
        _ reader: SQLReader
    ) throws -> [Int64] {
        try reader.rows(
            """
            SELECT food.number FROM barcode_index CROSS JOIN food ON food.number = barcode_index.rowid
            WHERE barcode_index MATCH ?1 AND (food.owner IS NULL OR food.shared = 1 OR food.owner = ?2)
            ORDER BY food.owner IS NOT ?2, food.owner IS NOT NULL, food.number LIMIT ?3
            """,
            ["\"\(barcode.text)\"", user?.description ?? "", limit]
        ).map { try $0.value("number") }
    }
}
