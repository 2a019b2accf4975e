/// What was eaten: an amount of a food in grams, millilitres or portions, or energy with a name.
public struct EntryAmount: FlatNutrientRecord {
    public struct Fields: Codable, Sendable, Equatable {
        public var foodId: FoodID?
        public var grams: Double?
        /// Millilitres of a food with a density; the entry has them as the portion ``Portion/ml``.
        public var ml: Double?
        public var portion: String?
        public var quantity: Double?
        public var name: String?
        public var kcal: Double?
    }

    public var fields: Fields
    public var amounts = NutrientAmounts()

    public init(foodId: FoodID? = nil, grams: Double? = nil, portion: String? = nil, quantity: Double? = nil) {
        fields = Fields(foodId: foodId, grams: grams, portion: portion, quantity: quantity)
    }

    /// Creates an amount of energy without a food of the catalog; set the nutrients that are known.
    public init(name: String, kcal: Double) {
        fields = Fields(name: name, kcal: kcal)
    }

    public init(from decoder: any Decoder) throws { (fields, amounts) = try Self.parts(from: decoder) }

    /// Omits unknown amounts.
    public func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
        var container = encoder.container(keyedBy: Nutrient.self)
        try Nutrient.each { try container.encodeIfPresent(amounts[$0], forKey: $0) }
    }
}

extension EntryAmount {
    /// An entry of a food has an amount and takes all else from the food; an entry of bare energy has name and energy.
    static let rules: Rules<Self> = [
        .inside(\.fields, Fields.rules),
        .all(Nutrient.allCases.map { .notOfFood($0) }),
        .inside(\.fields, Fields.amountRules),
        .all(Nutrient.allCases.map { .limit(of: $0) }),
    ]

    fileprivate static let notOfFood = "{field} comes from the food; leave it out, or leave out foodId."
}

extension EntryAmount.Fields {
    fileprivate static let rules: Rules<Self> = [
        .presence(
            of: [.field(\.foodId), .field(\.name), .field(\.kcal)],
            .atLeastOne,
            at: 0,
            .missing,
            "Give a foodId, or a name and kcal."
        ) { $0.foodId != nil || $0.isBare },
        .notOfFood(\.name) { $0.name == nil },
        .notOfFood(\.kcal) { $0.kcal == nil },
    ]

    fileprivate static let amountRules: Rules<Self> = [
        .weight(grams: \.grams, ml: \.ml, portion: \.portion, quantity: \.quantity),
        .presence(of: [.field(\.quantity), .field(\.portion)], .needs, at: 1, .missing, "quantity needs a portion.") {
            $0.foodId == nil || $0.quantity == nil || $0.portion != nil || $0.grams != nil || $0.ml != nil
        },
        // Kcal stands for bare energy, because it does not go with a food.
        .presence(
            of: [.field(\.grams), .field(\.ml), .field(\.portion), .field(\.kcal)],
            .atLeastOne,
            at: 0,
            .missing,
            "Give an amount: grams, ml, or a portion and its quantity."
        ) { $0.foodId == nil || $0.grams != nil || $0.ml != nil || $0.portion != nil || $0.quantity != nil },
        .presence(of: [.field(\.grams), .field(\.foodId)], .needs, at: 0, .notAllowed, withoutFood) {
            $0.foodId != nil || $0.grams == nil || !$0.isBare
        },
        .presence(of: [.field(\.ml), .field(\.foodId)], .needs, at: 0, .notAllowed, withoutFood) {
            $0.foodId != nil || $0.ml == nil || !$0.isBare
        },
        .presence(of: [.field(\.portion), .field(\.foodId)], .needs, at: 0, .notAllowed, withoutFood) {
            $0.foodId != nil || $0.portion == nil || !$0.isBare
        },
        .presence(of: [.field(\.quantity), .field(\.foodId)], .needs, at: 0, .notAllowed, withoutFood) {
            $0.foodId != nil || $0.quantity == nil || !$0.isBare
        },
        .presence(of: [.field(\.kcal), .field(\.name)], .needs, at: 1, .missing, "{field} is missing.") {
            $0.foodId != nil || $0.kcal == nil || $0.name != nil
        },
        .presence(of: [.field(\.name), .field(\.kcal)], .needs, at: 1, .missing, "{field} is missing.") {
            $0.foodId != nil || $0.name == nil || $0.kcal != nil
        },
        .entryName(\.name),
        .range(\.kcal, EntryLimits.kcal),
    ]

    private static let withoutFood = "{field} needs a foodId."

    /// Whether it has a field of bare energy.
    private var isBare: Bool { name != nil || kcal != nil }
}

extension Rule<EntryAmount.Fields> {
    /// Refuses a field beside a food; the closure reads the field faster than the key path.
    fileprivate static func notOfFood<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ isAbsent: @escaping @Sendable (EntryAmount.Fields) -> Bool
    ) -> Rule {
        presence(of: [.field(\.foodId), .field(path)], .excludes, at: 1, .notAllowed, EntryAmount.notOfFood) {
            $0.foodId == nil || isAbsent($0)
        }
    }
}

// As above, closures read faster than key paths.
extension Rule<EntryAmount> {
    fileprivate static func notOfFood(_ nutrient: Nutrient) -> Rule {
        let fields = [RuleSubject<EntryAmount>.field(\.fields.foodId), .field(\.amounts[nutrient])]
        return presence(of: fields, .excludes, at: 1, .notAllowed, EntryAmount.notOfFood) {
            $0.fields.foodId == nil || $0[nutrient] == nil
        }
    }

    fileprivate static func limit(of nutrient: Nutrient) -> Rule {
        let range = nutrient.unit.amounts(ofGrams: EntryLimits.nutrientG)
        return whole(\.amounts[nutrient], [.range(range)]) { $2.require($0[nutrient], in: range, $1) }
    }
}
