import Contracts
import Storage

/// The full-text index of names: finds a bounded set of candidates, the plainest first.
package enum FoodIndex {
    /// Names with every word of the query.
    static let plainestMax = 160
    /// Names that are or begin with what was asked for; only looked for where the others were cut off.
    static let startingMax = 60
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

    /// The rows of the foods with a barcode.
    static func numbers(of barcode: GTIN, _ limit: Int, _ reader: SQLReader) throws -> [Int64] {
        try reader.rows(
            "SELECT rowid FROM barcode_index WHERE barcode_index MATCH ? ORDER BY rowid LIMIT ?",
            ["\"\(barcode.text)\"", limit]
        ).map { try $0.value("rowid") }
    }
}
