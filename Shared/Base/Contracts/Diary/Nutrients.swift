import JSONCoding

/// A nutrient that may be unknown; its raw value is the name of its field.
///
/// Energy is always known, so it is none.
///
/// JSON, columns, sums and limits follow from this list and its order. A further nutrient needs lines in this file, a
/// migration of stored data, and its key in the web app's `core/nutrients.js`. Its place is the end: bits of stored
/// totals are numbered by it.
public enum Nutrient: String, CaseIterable, CodingKey, Sendable {
    case protein = "proteinG"
    case fat = "fatG"
    case carbohydrate = "carbohydrateG"
    case fiber = "fiberG"
    case sugar = "sugarG"
    case salt = "saltG"

    /// Runs a closure for each nutrient, in the order of `allCases`.
    ///
    /// The compiler knows the nutrient in each copy of the closure. A loop over `allCases` takes ten times as long, and
    /// this runs for every entry.
    @inlinable @inline(__always)
    package static func each(_ body: (Nutrient) throws -> Void) rethrows {
        try body(.protein)
        try body(.fat)
        try body(.carbohydrate)
        try body(.fiber)
        try body(.sugar)
        try body(.salt)
    }

    /// The position in `allCases`, from 0.
    @inlinable @inline(__always)
    package var index: Int {
        var (index, next) = (0, 0)
        Nutrient.each { nutrient in
            if nutrient == self { index = next }
            next += 1
        }
        return index
    }

    /// The unit of its amounts; each name ends with one.
    package var unit: NutrientUnit {
        switch self {
        case .protein, .fat, .carbohydrate, .fiber, .sugar, .salt: .grams
        }
    }

    /// The name of its column: `protein_g` for `proteinG`.
    package var column: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }

    /// Returns the amount in 100 g of a food, in ``unit``; nil if it is unknown.
    package func amount(per100gOf food: Food) -> Double? {
        switch self {
        case .protein: food.proteinG
        case .fat: food.fatG
        case .carbohydrate: food.carbohydrateG
        case .fiber: food.fiberG
        case .sugar: food.sugarG
        case .salt: food.sodiumMg.map { $0 * Salt.perSodium / 1_000 }
        }
    }
}

/// A unit of mass; its raw value ends the names of fields with amounts of nutrients.
package enum NutrientUnit: String, CaseIterable, Sendable {
    case grams = "G"
    case milligrams = "Mg"
    case micrograms = "Ug"

    /// Finds the unit of a field; nil if its name ends with none.
    package init?(of name: String) {
        guard let unit = Self.allCases.first(where: { name.hasSuffix($0.rawValue) }) else { return nil }
        self = unit
    }

    /// The grams of one unit.
    package var grams: Double {
        switch self {
        case .grams: 1
        case .milligrams: 1e-3
        case .micrograms: 1e-6
        }
    }

    /// Converts a range in grams to this unit.
    package func amounts(ofGrams range: ClosedRange<Double>) -> ClosedRange<Double> {
        range.lowerBound / grams...range.upperBound / grams
    }
}

/// Amounts of all nutrients; nil is unknown.
public struct NutrientAmounts: Codable, Sendable, Equatable {
    // Properties and no `InlineArray`, which needs newer systems than those of apps.
    public var proteinG: Double?
    public var fatG: Double?
    public var carbohydrateG: Double?
    public var fiberG: Double?
    public var sugarG: Double?
    public var saltG: Double?

    /// Creates unknown amounts.
    @inlinable
    public init() {}

    /// Creates amounts that a closure returns, in the order of the nutrients.
    @inlinable @inline(__always)
    package init(_ amount: (Nutrient) throws -> Double?) rethrows {
        self.init()
        try Nutrient.each { self[$0] = try amount($0) }
    }

    @inlinable
    public subscript(nutrient: Nutrient) -> Double? {
        get {
            switch nutrient {
            case .protein: proteinG
            case .fat: fatG
            case .carbohydrate: carbohydrateG
            case .fiber: fiberG
            case .sugar: sugarG
            case .salt: saltG
            }
        }
        set {
            switch nutrient {
            case .protein: proteinG = newValue
            case .fat: fatG = newValue
            case .carbohydrate: carbohydrateG = newValue
            case .fiber: fiberG = newValue
            case .sugar: sugarG = newValue
            case .salt: saltG = newValue
            }
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Nutrient.self)
        try self.init { try container.decode(Nullable<Double>.self, forKey: $0).wrappedValue }
    }

    /// Encodes unknown amounts as null.
    public func encode(to encoder: any Encoder) throws {
        try encode(in: FieldEncoder(encoder, Nutrient.self))
    }

    /// Encodes the amounts in an object that may have other fields; unknown ones as null.
    func encode(in fields: FieldEncoder<Nutrient>) throws {
        try Nutrient.each { try fields.encode(nullable: self[$0], forKey: $0) }
    }
}

/// A value with amounts of nutrients beside its own fields.
///
/// In JSON and in Swift, the amounts are the value's own fields: `item.saltG` is `item.amounts.saltG`.
@dynamicMemberLookup
public protocol NutrientRecord: Codable, Sendable, Equatable {
    /// The amounts; nil is unknown.
    var amounts: NutrientAmounts { get set }
}

extension NutrientRecord {
    @inlinable
    public subscript(nutrient: Nutrient) -> Double? {
        get { amounts[nutrient] }
        set { amounts[nutrient] = newValue }
    }

    @inlinable
    public subscript(dynamicMember field: WritableKeyPath<NutrientAmounts, Double?>) -> Double? {
        get { amounts[keyPath: field] }
        set { amounts[keyPath: field] = newValue }
    }
}

/// A value that the compiler codes, although amounts stand beside its own fields.
///
/// They are a type of their own, but in JSON and in Swift they are the value's: `item.name` is `item.fields.name`.
public protocol FlatNutrientRecord: NutrientRecord {
    associatedtype Fields: Codable & Sendable & Equatable

    var fields: Fields { get set }
}

extension FlatNutrientRecord {
    @inlinable
    public subscript<Value>(dynamicMember field: WritableKeyPath<Fields, Value>) -> Value {
        get { fields[keyPath: field] }
        set { fields[keyPath: field] = newValue }
    }

    public func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
        try amounts.encode(to: encoder)
    }

    /// Decodes the fields and the amounts of one object.
    static func parts(from decoder: any Decoder) throws -> (Fields, NutrientAmounts) {
        do {
            return (try Fields(from: decoder), try NutrientAmounts(from: decoder))
        } catch {
            NutrientAmounts.claimFields(in: decoder)
            throw error
        }
    }
}

/// Amounts of energy and nutrients; unknown ones are null.
public struct Nutrients: NutrientRecord {
    public var kcal: Double
    public var amounts: NutrientAmounts

    public init(kcal: Double, _ amounts: NutrientAmounts) {
        self.kcal = kcal
        self.amounts = amounts
    }

    public init(
        kcal: Double,
        proteinG: Double? = nil,
        fatG: Double? = nil,
        carbohydrateG: Double? = nil,
        fiberG: Double? = nil,
        sugarG: Double? = nil,
        saltG: Double? = nil
    ) {
        self.init(kcal: kcal, NutrientAmounts())
        (amounts.proteinG, amounts.fatG, amounts.carbohydrateG) = (proteinG, fatG, carbohydrateG)
        (amounts.fiberG, amounts.sugarG, amounts.saltG) = (fiberG, sugarG, saltG)
    }

    private enum CodingKeys: String, CodingKey {
        case kcal
    }

    public init(from decoder: any Decoder) throws {
        kcal = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .kcal)
        amounts = try NutrientAmounts(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = FieldEncoder(encoder, CodingKeys.self)
        try fields.encode(kcal, forKey: .kcal)
        try amounts.encode(in: fields.continued(encoder, Nutrient.self))
    }
}
