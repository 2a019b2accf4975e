import Contracts
import FoundationEssentials
import Storage

/// The full-text index of names: returns a bounded number of candidates in order of prominence.
package enum FoodIndex {
    /// Maximum number of names with every word of the query.
    static let fullMatchesMax = 160
    /// Maximum number of names that equal or begin with the query; queried only if ``fullMatchesMax`` was reached.
    static let leadingMatchesMax = 40
    /// Maximum number of the user's private foods.
    static let ownMatchesMax = 100
    /// Maximum number of names with some of the words; queried only if hardly any name has all words.
    static let partialMatchesMax = 100
    /// Maximum number of results of a search.
    package static let candidatesMax = fullMatchesMax + 2 * leadingMatchesMax + ownMatchesMax + partialMatchesMax

    /// Calls `body` with foods that match an expression.
    ///
    /// - Parameters:
    ///   - expression: The expression in the syntax of FTS5.
    ///   - position: The first position in the index to read, for public foods.
    ///   - isOwn: Whether to search private foods by their owner's tokens (``OwnTokens``), or public foods.
    ///   - limit: Maximum number of foods, in order of prominence.
    ///   - reader: The database.
    ///   - body: Receives the position in the index, the ``NameLines`` and the length of the name.
    /// - Throws: SQLite's errors.
    static func forEach(
        _ expression: String,
        from position: Int64 = 0,
        isOwn: Bool,
        _ limit: Int,
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        if isOwn {
            try forEach(ownSelection, [expression, FoodRank.ownStart, min(limit, ownMatchesMax)], reader, body)
        } else {
            try forEach(sharedSelection, [expression, position, FoodRank.ownStart, limit], reader, body)
        }
    }

    /// Maximum number of names checked for one expression, so that a wrong estimate costs a few milliseconds at most.
    private static let checksMax = 2_000

    /// Calls `body` with public foods that match an expression and pass a check.
    ///
    /// - Parameters:
    ///   - expression: The expression in the syntax of FTS5.
    ///   - check: Receives the ``NameLines`` of a food.
    ///   - limit: Maximum number of foods that pass, in order of prominence.
    ///   - reader: The database.
    ///   - body: As in the method above.
    /// - Returns: The position to continue from and the number of missing foods, if ``checksMax`` foods were checked
    ///   without reaching `limit`; otherwise nil.
    /// - Throws: SQLite's errors.
    static func forEach(
        _ expression: String,
        where check: (UnsafeRawBufferPointer) -> Bool,
        _ limit: Int,
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws -> (position: Int64, limit: Int)? {
        var (checks, found, last) = (0, 0, Int64(0))
        try reader.forEach(sharedSelection, [expression, 0, FoodRank.ownStart, checksMax]) { row in
            row.withBytes(1) { lines in
                (checks, last) = (checks + 1, row.integer(0))
                guard check(lines) else { return }
                found += 1
                body(last, lines, Int(row.integer(2)))
            }
            return found < limit
        }
        return found < limit && checks == checksMax ? (last + 1, limit - found) : nil
    }

    /// Calls `body` with foods by their ids, regardless of their names, in one query.
    ///
    /// - Parameters:
    ///   - foods: The ids; unknown foods and foods that the user may not see are omitted.
    ///   - user: The searching user.
    ///   - reader: The database.
    ///   - body: Receives the position in `foods`, and then the arguments of the methods above.
    /// - Throws: SQLite's errors.
    static func forEach(
        _ foods: [FoodID],
        for user: UserID,
        _ reader: SQLReader,
        _ body: (Int, Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        if foods.isEmpty { return }
        let ids = foods.reduce(into: Data(capacity: foods.count * FoodID.blobBytes)) { $0 += $1.blob }
        try reader.forEach(selectionByIDs, [ids, foods.count, user.description]) { row in
            row.withBytes(1) { body(Int(row.integer(3)), row.integer(0), $0, Int(row.integer(2))) }
            return true
        }
    }

    /// Selects foods by a blob of concatenated ids: SQLite's JSON has no bytes, and a statement for each length would
    /// be cached.
    private static let selectionByIDs =
        """
        WITH RECURSIVE wanted (position) AS (SELECT 0 UNION ALL SELECT position + 1 FROM wanted WHERE position + 1 < ?2)
        SELECT food.prominence << \(FoodRank.numberBits) | food.number, food_name.lines, food_name.length, wanted.position
        FROM wanted CROSS JOIN food CROSS JOIN food_name
        WHERE food.id = substr(CAST(?1 AS BLOB), \(FoodID.blobBytes) * wanted.position + 1, \(FoodID.blobBytes))
            AND food_name.number = food.number AND (food.owner IS NULL OR food.shared = 1 OR food.owner = ?3)
        """

    private static let selection =
        """
        SELECT food_index.rowid, food_name.lines, food_name.length
        FROM food_index CROSS JOIN food_name ON food_name.number = food_index.rowid & \(FoodRank.numberMask)
        """
    private static let sharedSelection =
        """
        \(selection) WHERE food_index MATCH ? AND food_index.rowid >= ? AND food_index.rowid < ?
        ORDER BY food_index.rowid LIMIT ?
        """
    private static let ownSelection =
        "\(selection) WHERE food_index MATCH ? AND food_index.rowid >= ? ORDER BY food_index.rowid LIMIT ?"

    private static func forEach(
        _ sql: String,
        _ arguments: [SQLValue?],
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        try reader.forEach(sql, arguments) { row in
            row.withBytes(1) { body(row.integer(0), $0, Int(row.integer(2))) }
            return true
        }
    }
}
