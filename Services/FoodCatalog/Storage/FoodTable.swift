import Contracts
import FoundationEssentials
import Storage

/// Foods as rows.
enum FoodTable {
    /// What stands in a row besides its number, in the order of ``values(of:_:)``.
    private static let columns = [
        "id", "owner", "shared", "prominence", "digest", "type", "source", "source_id", "name", "language",
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
    static func insert(
        _ food: FoodRow,
        _ text: IndexText,
        _ rank: FoodRank,
        _ transaction: SQLTransaction
    ) throws -> Int64? {
        guard try transaction.execute(insertion, values(of: food, rank)) > 0 else { return nil }
        let number = transaction.lastInsertedNumber
        try transaction.execute(
            "INSERT INTO food_name (number, length, lines) VALUES (?, ?, ?)",
            [number, food.name.utf8.count, Data(text.lines)]
        )
        return number
    }

    static func update(
        _ number: Int64,
        _ food: FoodRow,
        _ text: IndexText,
        _ rank: FoodRank,
        _ transaction: SQLTransaction
    ) throws {
        try transaction.execute(change, values(of: food, rank) + [number])
        try setLines(number, food, text, transaction)
    }

    /// Sets what is searched by alone.
    static func setSearch(
        _ number: Int64,
        _ food: FoodRow,
        _ text: IndexText,
        _ rank: FoodRank,
        _ transaction: SQLTransaction
    ) throws {
        try transaction.execute("UPDATE food SET prominence = ? WHERE number = ?", [rank.prominence, number])
        try setLines(number, food, text, transaction)
    }

    static func remove(_ number: Int64, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM food_name WHERE number = ?", [number])
        try transaction.execute("DELETE FROM food WHERE number = ?", [number])
    }

    private static func setLines(
        _ number: Int64,
        _ food: FoodRow,
        _ text: IndexText,
        _ transaction: SQLTransaction
    ) throws {
        try transaction.execute(
            "UPDATE food_name SET length = ?, lines = ? WHERE number = ?",
            [food.name.utf8.count, Data(text.lines), number]
        )
    }

    private static func values(of food: FoodRow, _ rank: FoodRank) -> [SQLValue?] {
        [
            food.id.blob, food.owner?.description, food.shared, rank.prominence, food.digest,
            food.type.rawValue, food.source, food.sourceID, food.name, food.language,
            PackedText.pack(food.names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
            PackedText.pack(food.aliases.map { ("", $0) }),
            food.brand, food.category, food.kcal, food.proteinG, food.fatG, food.carbohydrateG, food.fiberG,
            food.sugarG,
            food.saturatedFatG, food.sodiumMg,
            PackedText.pack(food.nutrients.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }),
            PackedText.pack(food.portions.map { ($0.name, "\($0.grams)") }),
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
