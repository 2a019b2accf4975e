/// What was eaten: an amount of a food in grams, millilitres or portions, or energy with a name.
public struct EntryAmount: Codable, Sendable, Equatable {
    public var foodId: FoodID?
    public var grams: Double?
    /// Millilitres of a food with a density; the entry has them as the portion ``Portion/ml``.
    public var ml: Double?
    public var portion: String?
    public var quantity: Double?
    public var name: String?
    public var kcal: Double?
    public var proteinG: Double?
    public var fatG: Double?
    public var carbohydrateG: Double?
    public var fiberG: Double?
    public var sugarG: Double?
    public var saltG: Double?

    public init(foodId: FoodID? = nil, grams: Double? = nil, portion: String? = nil, quantity: Double? = nil) {
        self.foodId = foodId
        self.grams = grams
        self.portion = portion
        self.quantity = quantity
    }

    /// Creates an amount of energy without a food of the catalog; set the nutrients that are known.
    public init(name: String, kcal: Double) {
        self.name = name
        self.kcal = kcal
    }
}

extension EntryAmount {
    /// An entry of a food has an amount and takes all else from the food; an entry of bare energy has name and energy.
    static let rules: Rules<Self> = [
        .presence(
            of: [.field(\.foodId), .field(\.name), .field(\.kcal)],
            .atLeastOne,
            at: 0,
            .missing,
            "Give a foodId, or a name and kcal."
        ) { $0.foodId != nil || $0.isBare },
        .notOfFood(\.name) { $0.name == nil },
        .notOfFood(\.kcal) { $0.kcal == nil },
        .notOfFood(\.proteinG) { $0.proteinG == nil },
        .notOfFood(\.fatG) { $0.fatG == nil },
        .notOfFood(\.carbohydrateG) { $0.carbohydrateG == nil },
        .notOfFood(\.fiberG) { $0.fiberG == nil },
        .notOfFood(\.sugarG) { $0.sugarG == nil },
        .notOfFood(\.saltG) { $0.saltG == nil },
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
        .range(\.proteinG, EntryLimits.nutrientG),
        .range(\.fatG, EntryLimits.nutrientG),
        .range(\.carbohydrateG, EntryLimits.nutrientG),
        .range(\.fiberG, EntryLimits.nutrientG),
        .range(\.sugarG, EntryLimits.nutrientG),
        .range(\.saltG, EntryLimits.nutrientG),
    ]

    private static let withoutFood = "{field} needs a foodId."

    /// Whether it has a field of bare energy.
    private var isBare: Bool { name != nil || kcal != nil }
}

extension Rule<EntryAmount> {
    /// Refuses a field beside a food; the closure reads the field faster than the key path.
    fileprivate static func notOfFood<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ isAbsent: @escaping @Sendable (EntryAmount) -> Bool
    ) -> Rule {
        let message = "{field} comes from the food; leave it out, or leave out foodId."
        return presence(of: [.field(\.foodId), .field(path)], .excludes, at: 1, .notAllowed, message) {
            $0.foodId == nil || isAbsent($0)
        }
    }
}
