import Calendar
import Contracts
import FoodFormats
import Storage

// The description of an entry. The statements of its table, the replies, the export of a user's data, the exported
// files and their import follow from it; `EntryFieldsTests` compares it with the contract.
extension DiaryEntry {
    /// An entry without values, which the fields set one by one.
    static let blank = DiaryEntry(
        id: EntryID(UUIDv7(high: 0, low: 0)),
        date: PlainDate(dayNumber: 0),
        meal: .snack,
        position: 0,
        at: "",
        foodId: nil,
        name: "",
        imageURL: nil,
        grams: nil,
        portion: nil,
        quantity: nil,
        nutrients: Nutrients(kcal: 0),
        version: 1
    )

    /// The fields of replies, by the names of the contract.
    static let fields: [RecordField<DiaryEntry>] = ownFields + nutrientFields + furtherFields

    private static let ownFields: [RecordField<DiaryEntry>] = [
        RecordField("id", { $0.id }, { $0.id = $1 }),
        RecordField("date", { $0.date }, { $0.date = $1 }),
        RecordField("meal", { $0.meal }, { $0.meal = $1 }),
        RecordField("position", { $0.position }, { $0.position = $1 }),
        RecordField("at", cell: .word, { $0.at }, { $0.at = $1 }),
        RecordField("foodId", column: "food_id", cell: .text, { $0.foodId }, { $0.foodId = $1 }),
        RecordField("name", { $0.name }, { $0.name = $1 }),
        RecordField(
            "imageURL",
            column: "image",
            check: ExportedRules.checkImage,
            { $0.imageURL },
            { $0.imageURL = $1 }
        ),
        RecordField("grams", { $0.grams }, { $0.grams = $1 }),
        RecordField("portion", { $0.portion }, { $0.portion = $1 }),
        RecordField("quantity", { $0.quantity }, { $0.quantity = $1 }),
        RecordField("kcal", { $0.nutrients.kcal }, { $0.nutrients.kcal = $1 }),
    ]

    private static let nutrientFields: [RecordField<DiaryEntry>] = Nutrient.allCases.map { nutrient in
        RecordField(
            nutrient.rawValue,
            column: nutrient.column,
            { $0.nutrients[nutrient] },
            { $0.nutrients[nutrient] = $1 }
        )
    }

    private static let furtherFields: [RecordField<DiaryEntry>] = [
        RecordField("version", { $0.version }, { $0.version = $1 }),
        RecordField(
            "portionLabel",
            column: "portion_label",
            check: ExportedRules.checkPortionLabel,
            { $0.portionLabel },
            { $0.portionLabel = $1 }
        ),
    ]

    /// The columns of replies.
    static let columns = RecordColumns(fields.map(\.column), of: "entry", blank: blank)

    private static let textLengths = fields.compactMap(\.textBytes)

    /// The bytes of its texts in UTF-8.
    var textBytes: Int { Self.textLengths.reduce(0) { $0 + $1(self) } }
}

extension LoggedEntry: Exported {
    static let blank = LoggedEntry(entry: .blank, per100g: nil, portionGrams: nil)

    /// The fields of the reply, and those needed to change the amount.
    static let fields: [RecordField<LoggedEntry>] = DiaryEntry.fields.map(\.ofLoggedEntry) + amountFields

    private static let amountFields: [RecordField<LoggedEntry>] =
        [
            RecordField("portionGrams", column: "portion_grams", { $0.portionGrams }, { $0.portionGrams = $1 }),
            // The energy is the first one, because an entry without it has no amounts of 100 g.
            per100G("kcal", "kcal", { $0?.kcal }, { $0 = $1.map { Nutrients(kcal: $0) } }),
        ]
        + Nutrient.allCases.map { nutrient in
            per100G(nutrient.rawValue, nutrient.column, { $0?[nutrient] }, { $0?[nutrient] = $1 })
        }

    private static func per100G(
        _ name: String,
        _ column: String,
        _ get: @escaping @Sendable (Nutrients?) -> Double?,
        _ set: @escaping @Sendable (inout Nutrients?, Double?) -> Void
    ) -> RecordField<LoggedEntry> {
        RecordField(
            name,
            column: "\(column)_per_100_g",
            in: "per100G",
            { get($0.per100g) },
            { set(&$0.per100g, $1) }
        )
    }

    /// The table; the user and the number of the change precede the fields.
    static let table = RecordTable(
        "entry",
        key: ["user_id", "id"],
        outer: [("user_id", .owner), ("changed", .plain)],
        fields.map(\.column),
        blank: blank
    )
}

extension RecordField<DiaryEntry> {
    /// The same field of an entry with the data needed to change its amount.
    fileprivate var ofLoggedEntry: RecordField<LoggedEntry> {
        let (bind, read, get, set, textBytes) = (column.bind, column.read, file.get, file.set, textBytes)
        let ownColumn = RecordColumn<LoggedEntry>(
            column.name,
            as: column.form,
            bind: { try bind($0.entry, &$1) },
            read: { try read($0, $1, &$2.entry) }
        )
        let ownFile = FileField<LoggedEntry>(
            name: file.name,
            group: file.group,
            cell: file.cell,
            isOptional: file.isOptional,
            get: { get($0.entry) },
            set: { (value, logged) throws(RowRefusal) in try set(value, &logged.entry) }
        )
        guard let textBytes else { return RecordField<LoggedEntry>(column: ownColumn, file: ownFile, textBytes: nil) }
        return RecordField<LoggedEntry>(column: ownColumn, file: ownFile, textBytes: { textBytes($0.entry) })
    }
}

/// The fields of an entry that a request sets as they are, without a food or an amount.
struct RequestedFields {
    /// Nil keeps the day, as for the others.
    var date: PlainDate?
    var meal: Meal?
    var at: String?

    /// Sets the requested fields.
    func apply(to entry: inout DiaryEntry) {
        if let date { entry.date = date }
        if let meal { entry.meal = meal }
        if let at { entry.at = at }
    }

    /// Returns whether an entry already has the requested fields.
    func match(_ entry: DiaryEntry) -> Bool {
        var after = entry
        apply(to: &after)
        return after == entry
    }
}

extension RequestedFields {
    init(_ request: DiaryEntriesAdd, on date: PlainDate, at: String) {
        self.init(date: date, meal: request.meal, at: at)
    }

    init(_ request: DiaryEntriesPut, on date: PlainDate, at: String?) {
        self.init(date: date, meal: request.meal, at: at)
    }

    init(_ request: DiaryEntriesUpdate, on date: PlainDate?) {
        self.init(date: date, meal: request.meal)
    }
}
