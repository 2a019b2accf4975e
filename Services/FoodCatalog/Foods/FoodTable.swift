import Contracts
import FoundationEssentials
import Storage

/// Writes the rows of foods.
enum FoodTable {
    /// The columns of a row besides its number, in the order of ``bind(_:_:to:)``.
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

    /// Inserts a food, unless its id exists.
    ///
    /// - Returns: Its row number; nil if the id exists.
    static func insert(
        _ food: FoodRow,
        _ text: IndexText,
        _ rank: FoodRank,
        _ transaction: SQLTransaction
    ) throws -> Int64? {
        guard try transaction.execute(insertion, binding: { bind(food, rank, to: &$0) }) > 0 else { return nil }
        let number = transaction.lastInsertedNumber
        try transaction.execute("INSERT INTO food_name (number, length, lines) VALUES (?, ?, ?)") { arguments in
            arguments.bind(number)
            arguments.bind(food.name.utf8.count)
            arguments.bind(text.lines)
        }
        return number
    }

    static func update(
        _ number: Int64,
        _ food: FoodRow,
        _ text: IndexText,
        _ rank: FoodRank,
        _ transaction: SQLTransaction
    ) throws {
        try transaction.execute(change) { arguments in
            bind(food, rank, to: &arguments)
            arguments.bind(number)
        }
        try setLines(number, food, text, transaction)
    }

    /// Updates only the rank and the lines of a food.
    static func setSearch(
        _ number: Int64,
        _ food: FoodRow,
        _ text: IndexText,
        _ rank: FoodRank,
        _ transaction: SQLTransaction
    ) throws {
        try setRank(number, rank, transaction)
        try setLines(number, food, text, transaction)
    }

    /// Updates the rank of a food in the index.
    static func setRank(_ number: Int64, _ rank: FoodRank, _ transaction: SQLTransaction) throws {
        try transaction.execute("UPDATE food SET prominence = ? WHERE number = ?", [rank.prominence, number])
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

    private static func bind(_ food: FoodRow, _ rank: FoodRank, to arguments: inout SQLBinder) {
        arguments.bind(food.id.blob)
        arguments.bind(food.owner?.description)
        arguments.bind(food.shared)
        arguments.bind(rank.prominence)
        arguments.bind(food.digest)
        arguments.bind(food.type.rawValue)
        arguments.bind(food.source)
        arguments.bind(food.sourceID)
        arguments.bind(food.name)
        arguments.bind(food.language)
        arguments.bind(PackedText.pack(food.names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        arguments.bind(PackedText.pack(food.aliases.map { ("", $0) }))
        arguments.bind(food.brand)
        arguments.bind(food.category)
        bindNutrients(food, to: &arguments)
        arguments.bind(PackedText.pack(food.portions.map { ($0.name, "\($0.grams)") }))
        arguments.bind(food.flags.isEmpty ? nil : food.flags.map(\.rawValue).joined(separator: " "))
        arguments.bind(food.allergens.map { $0.map(\.rawValue).joined(separator: " ") })
        arguments.bind(food.barcode?.number)
        arguments.bind(food.ingredients)
        arguments.bind(food.imageURL)
    }

    private static func bindNutrients(_ food: FoodRow, to arguments: inout SQLBinder) {
        arguments.bind(food.kcal)
        for amount in [
            food.proteinG, food.fatG, food.carbohydrateG, food.fiberG, food.sugarG, food.saturatedFatG, food.sodiumMg,
        ] {
            arguments.bind(amount)
        }
        arguments.bind(PackedText.pack(food.nutrients.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }))
    }
}

extension FoodID {
    /// The length of ``blob``.
    static let blobBytes = 16

    /// The sixteen bytes of the id.
    var blob: Data {
        var bytes = Data(capacity: Self.blobBytes)
        for word in [uuid.high, uuid.low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// Parses the bytes of ``blob``.
    init?(blob: Data) {
        guard blob.count == Self.blobBytes else { return nil }
        var words: [UInt64] = [0, 0]
        for (index, byte) in blob.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
        self.init(UUIDv7(high: words[0], low: words[1]))
    }
}
