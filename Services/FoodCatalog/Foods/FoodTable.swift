import Contracts
import FoundationEssentials
public import Storage

/// The description of a food: the statements of the table, lists and the export of a user's data follow from it.
extension FoodRow {
    private static let blank = FoodRow(
        id: FoodID(UUIDv7(high: 0, low: 0)),
        digest: 0,
        type: .own,
        source: "",
        sourceID: "",
        name: "",
        language: "",
        names: [:],
        aliases: [],
        kcal: 0,
        nutrients: [:],
        portions: [],
        flags: []
    )

    /// The table; the rank precedes the columns.
    static let table = RecordTable(
        "food",
        key: ["id"],
        outer: [("prominence", .withheld("the rank in searches"))],
        updating: "version = version + 1",
        identityColumns + nameColumns + nutrientColumns + detailColumns,
        blank: blank
    )

    private static let identityColumns: [RecordColumn<FoodRow>] = [
        RecordColumn("id", as: .identifier, bind: { $1.bind($0.id.blob) }, read: { $2.id = try $0.foodID($1) }),
        RecordColumn("owner", as: .owner, { $0.owner }, { $0.owner = $1 }),
        RecordColumn("shared", { $0.shared }, { $0.shared = $1 }),
        RecordColumn("digest", as: .withheld("a digest of the other columns"), { $0.digest }, { $0.digest = $1 }),
        RecordColumn("type", { $0.type }, { $0.type = $1 }),
        RecordColumn("source", { $0.source }, { $0.source = $1 }),
        RecordColumn("source_id", as: .withheld("equals the id"), { $0.sourceID }, { $0.sourceID = $1 }),
    ]

    private static let nameColumns: [RecordColumn<FoodRow>] = [
        RecordColumn("name", { $0.name }, { $0.name = $1 }),
        RecordColumn("language", { $0.language }, { $0.language = $1 }),
        RecordColumn("names", as: .pairs, { $0.packedNames }, { $0.names = PackedText.texts($1) }),
        RecordColumn("aliases", as: .pairs, { $0.packedAliases }, { $0.aliases = PackedText.pairs($1).map(\.1) }),
        RecordColumn("brand", { $0.brand }, { $0.brand = $1 }),
        RecordColumn("category", { $0.category }, { $0.category = $1 }),
    ]

    private static let nutrientColumns: [RecordColumn<FoodRow>] = [
        RecordColumn("kcal", { $0.kcal }, { $0.kcal = $1 }),
        RecordColumn("protein_g", { $0.proteinG }, { $0.proteinG = $1 }),
        RecordColumn("fat_g", { $0.fatG }, { $0.fatG = $1 }),
        RecordColumn("carbohydrate_g", { $0.carbohydrateG }, { $0.carbohydrateG = $1 }),
        RecordColumn("fiber_g", { $0.fiberG }, { $0.fiberG = $1 }),
        RecordColumn("sugar_g", { $0.sugarG }, { $0.sugarG = $1 }),
        RecordColumn("saturated_fat_g", { $0.saturatedFatG }, { $0.saturatedFatG = $1 }),
        RecordColumn("sodium_mg", { $0.sodiumMg }, { $0.sodiumMg = $1 }),
        RecordColumn("nutrients", as: .pairs, { $0.packedNutrients }, { $0.nutrients = PackedText.amounts($1) }),
    ]

    private static let detailColumns: [RecordColumn<FoodRow>] = [
        RecordColumn("portions", as: .pairs, { $0.packedPortions }, { $0.portions = PackedText.portions($1) }),
        RecordColumn("flags", { $0.joinedFlags }, { $0.joinedFlags = $1 }),
        RecordColumn("allergens", { $0.joinedAllergens }, { $0.joinedAllergens = $1 }),
        RecordColumn("barcode", { $0.barcode?.number }, { $0.barcode = $1.map { GTIN(number: $0) } }),
        RecordColumn("ingredients", { $0.ingredients }, { $0.ingredients = $1 }),
        RecordColumn("image_url", { $0.imageURL }, { $0.imageURL = $1 }),
        RecordColumn("created_at", as: .secondsSince1970, { $0.createdAtS }, { $0.createdAtS = $1 }),
    ]
}

extension FoodType: ColumnValue {}

extension FoodRow {
    private var packedNames: String? { PackedText.pack(names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }
    private var packedAliases: String? { PackedText.pack(aliases.map { ("", $0) }) }
    private var packedPortions: String? { PackedText.pack(portions.map { ($0.name, "\($0.grams)") }) }

    private var packedNutrients: String? {
        PackedText.pack(nutrients.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") })
    }

    private var joinedFlags: String? {
        get { flags.isEmpty ? nil : flags.map(\.rawValue).joined(separator: " ") }
        set { flags = Self.words(newValue).compactMap { FoodFlag(rawValue: $0) } }
    }

    /// Nil if the allergens are unknown, and empty if there are none.
    private var joinedAllergens: String? {
        get { allergens.map { $0.map(\.rawValue).joined(separator: " ") } }
        set { allergens = newValue.map { Self.words($0).compactMap { Allergen(rawValue: $0) } } }
    }

    private static func words(_ text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        return text.split(separator: " ").map(String.init)
    }
}

extension SQLCursorRow {
    fileprivate func foodID(_ column: Int) throws -> FoodID {
        guard let id = FoodID(blob: bytes(column)) else {
            throw ServiceError(.internalError, "The catalog contains an unreadable food.")
        }
        return id
    }
}

/// Writes the rows of foods.
enum FoodTable {
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
        guard try transaction.insert(food, into: FoodRow.table, outer: { $0.bind(rank.prominence) }) else { return nil }
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
        try transaction.update(food, in: FoodRow.table) { $0.bind(rank.prominence) }
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
