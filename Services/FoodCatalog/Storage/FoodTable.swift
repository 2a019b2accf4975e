import Contracts
import FoundationEssentials
import Storage

/// Foods as rows.
enum FoodTable {
    /// What stands in a row besides its number, in the order of ``values(of:_:_:)``.
    private static let columns = [
        "id", "owner", "shared", "prominence", "lines", "digest", "type", "source", "source_id", "name", "language",
        "names",
        "aliases", "brand", "category", "kcal", "protein_g", "fat_g", "carbohydrate_g", "fiber_g", "sugar_g",
        "saturated_fat_g",
        "sodium_mg", "nutrients", "portions", "flags", "allergens", "barcode", "ingredients", "image_url",
    ]
    private static let insertion =
        """
        INSERT INTO food (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT (id) DO NOTHING
        """
    private static let change =
        """
        UPDATE food SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")), version = version + 1 WHERE number = ?
        """

    static func isEmpty(_ reader: SQLReader) throws -> Bool {
        try reader.row("SELECT number FROM food LIMIT 1") == nil
    }

    /// Inserts a food, unless there is one of its id.
    ///
    /// - Returns: Its number; nil if there was one.
    static func insert(_ food: FoodRow, _ text: IndexText, _ rank: FoodRank, _ transaction: SQLTransaction) throws
        -> Int64?
    {
        let isNew = try transaction.execute(insertion, try values(of: food, text, rank)) > 0
        return isNew ? transaction.lastInsertedNumber : nil
    }

    static func update(
        _ number: Int64,
        _ food: FoodRow,
        _ text: IndexText,
        _ rank: FoodRank,
        _ transaction: SQLTransaction
    ) throws {
        try transaction.execute(change, try values(of: food, text, rank) + [number])
    }

    /// Sets what is searched by alone.
    static func setSearch(
        _ number: Int64,
        _ text: IndexText,
        _ rank: FoodRank,
        _ transaction: SQLTransaction
    ) throws {
        try transaction.execute(
            "UPDATE food SET prominence = ?, lines = ? WHERE number = ?",
            [rank.prominence, Data(text.lines), number]
        )
    }

    static func remove(_ number: Int64, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM food WHERE number = ?", [number])
    }

    private static func values(of food: FoodRow, _ text: IndexText, _ rank: FoodRank) throws -> [SQLValue?] {
        [
            food.id.blob, food.owner?.description, food.shared, rank.prominence, Data(text.lines), food.digest,
            food.type.rawValue, food.source, food.sourceID, food.name, food.language,
            food.names.isEmpty ? nil : try JSONText(food.names).text,
            food.aliases.isEmpty ? nil : try JSONText(food.aliases).text,
            food.brand, food.category, food.kcal, food.proteinG, food.fatG, food.carbohydrateG, food.fiberG,
            food.sugarG,
            food.saturatedFatG, food.sodiumMg,
            food.nutrients.isEmpty ? nil : try JSONText(food.nutrients).text,
            food.portions.isEmpty ? nil : try JSONText(food.portions).text,
            food.flags.isEmpty ? nil : food.flags.map(\.rawValue).joined(separator: " "),
            food.allergens.map { $0.map(\.rawValue).joined(separator: " ") },
            food.barcode?.number, food.ingredients, food.imageURL,
        ]
    }
}

extension FoodID {
    /// The sixteen bytes of the id.
    var blob: Data {
        var bytes = Data(capacity: 16)
        for word in [uuid.high, uuid.low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// Reads what ``blob`` wrote.
    init?(blob: Data) {
        guard blob.count == 16 else { return nil }
        var words: [UInt64] = [0, 0]
        for (index, byte) in blob.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
        self.init(UUIDv7(high: words[0], low: words[1]))
    }
}
