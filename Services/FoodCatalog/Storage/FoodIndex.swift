import Contracts
import FoundationEssentials
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

    /// Calls the body with foods that have what an expression asks for.
    ///
    /// - Parameters:
    ///   - expression: In the syntax of FTS5.
    ///   - place: The first place in the index that is wanted, of the foods that everybody may find.
    ///   - isOwn: Whether private foods are asked for, by tokens of their owner (``OwnTokens``), or those that everybody may
    ///     find.
    ///   - limit: How many, the plainest first.
    ///   - reader: The database.
    ///   - body: Gets the place of each in the index, its ``NameLines``, and the length of its name.
    /// - Throws: What SQLite throws.
    static func forEach(
        _ expression: String,
        from place: Int64 = 0,
        isOwn: Bool,
        _ limit: Int,
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        if isOwn {
            try forEach(ownSelection, [expression, FoodRank.ownStart, min(limit, ownMax)], reader, body)
        } else {
            try forEach(sharedSelection, [expression, place, FoodRank.ownStart, limit], reader, body)
        }
    }

    /// Names that are checked for one expression: a wrong guess of how common words are costs some milliseconds at most.
    private static let looksMax = 2_000

    /// Calls the body with foods that everybody may find, that have what an expression asks for and that pass a check.
    ///
    /// - Parameters:
    ///   - expression: In the syntax of FTS5.
    ///   - check: Gets the ``NameLines`` of a food.
    ///   - limit: How many foods that pass, the plainest first.
    ///   - reader: The database.
    ///   - body: Gets what the body above gets.
    /// - Returns: Where to go on, and how many foods are wanted from there, if ``looksMax`` foods were too few; nil if all
    ///   foods were found.
    /// - Throws: What SQLite throws.
    static func forEach(
        _ expression: String,
        where check: (UnsafeRawBufferPointer) -> Bool,
        _ limit: Int,
        _ reader: SQLReader,
        _ body: (Int64, UnsafeRawBufferPointer, Int) -> Void
    ) throws -> (place: Int64, limit: Int)? {
        var (looks, found, last) = (0, 0, Int64(0))
        try reader.forEach(sharedSelection, [expression, 0, FoodRank.ownStart, looksMax]) { row in
            row.withBytes(1) { lines in
                (looks, last) = (looks + 1, row.integer(0))
                guard check(lines) else { return }
                found += 1
                body(last, lines, Int(row.integer(2)))
            }
            return found < limit
        }
        return found < limit && looks == looksMax ? (last + 1, limit - found) : nil
    }

    /// Calls the body with foods by their ids, whatever their names are, in one query.
    ///
    /// - Parameters:
    ///   - foods: The ids; foods that are not there, or that the user may not see, are left out.
    ///   - user: Who asks.
    ///   - reader: The database.
    ///   - body: Gets the position among the ids, and then what the body above gets.
    /// - Throws: What SQLite throws.
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

    /// A list of ids is one blob of them all: SQLite's JSON has no bytes, and a statement for each length would be kept.
    private static let selectionByIDs =
        """
        WITH RECURSIVE wanted (position) AS (SELECT 0 UNION ALL SELECT position + 1 FROM wanted WHERE position + 1 < ?2)
        SELECT food.prominence << \(FoodRank.numberBits) | food.number, food_name.lines, food_name.length, wanted.position
        FROM wanted
        CROSS JOIN food ON food.id = substr(?1, \(FoodID.blobBytes) * wanted.position + 1, \(FoodID.blobBytes))
        CROSS JOIN food_name ON food_name.number = food.number
        WHERE food.owner IS NULL OR food.shared = 1 OR food.owner = ?3
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
