/// Amounts of energy and nutrients; an unknown amount is nil, never 0.
public struct Nutrients: Codable, Equatable, Sendable {
    /// Energy in kcal.
    public var kcal: Double
    /// Protein in grams.
    public var proteinG: Double?
    /// Fat in grams.
    public var fatG: Double?
    /// Carbohydrate in grams.
    public var carbohydrateG: Double?
    /// Fibre in grams.
    public var fiberG: Double?
    /// Sugar in grams.
    public var sugarG: Double?
    /// Salt in grams.
    public var saltG: Double?

    /// Creates amounts; those left out are unknown.
    public init(
        kcal: Double,
        proteinG: Double? = nil,
        fatG: Double? = nil,
        carbohydrateG: Double? = nil,
        fiberG: Double? = nil,
        sugarG: Double? = nil,
        saltG: Double? = nil
    ) {
        self.kcal = kcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self.fiberG = fiberG
        self.sugarG = sugarG
        self.saltG = saltG
    }
}

extension Nutrients {
    /// Every nutrient that may be unknown, with its name in JSON.
    static let fields: [(name: String, path: any WritableKeyPath<Nutrients, Double?> & Sendable)] = [
        ("proteinG", \.proteinG), ("fatG", \.fatG), ("carbohydrateG", \.carbohydrateG), ("fiberG", \.fiberG),
        ("sugarG", \.sugarG), ("saltG", \.saltG),
    ]

    /// Returns the sum of amounts, rounded to hundredths.
    ///
    /// A nutrient that only some amounts lack counts as 0 in those. A nutrient that all of them lack is unknown.
    /// Without amounts, everything is 0.
    public static func sum(of amounts: [Nutrients]) -> Nutrients {
        var sum = Nutrients(kcal: amounts.reduce(0) { $0 + $1.kcal })
        for field in fields {
            let known = amounts.compactMap { $0[keyPath: field.path] }
            sum[keyPath: field.path] = known.isEmpty && !amounts.isEmpty ? nil : known.reduce(0, +)
        }
        return sum.inHundredths
    }

    /// Returns the names of nutrients that at least one amount lacks, so that their sum is too low.
    public static func incomplete(in amounts: [Nutrients]) -> [String] {
        fields.filter { field in amounts.contains { $0[keyPath: field.path] == nil } }.map(\.name)
    }

    /// The amounts of a weight, if these are the amounts of 100 g.
    ///
    /// - Parameter grams: The weight.
    /// - Returns: The amounts, rounded to hundredths; unknown ones stay unknown.
    public func inGrams(_ grams: Double) -> Nutrients { scaled(by: grams / 100) }

    /// The amounts rounded to two decimals, as the server rounds them.
    public var inHundredths: Nutrients { scaled(by: 1) }

    private func scaled(by factor: Double) -> Nutrients {
        var scaled = self
        scaled.kcal = (kcal * factor).inHundredths
        for field in Self.fields {
            scaled[keyPath: field.path] = self[keyPath: field.path].map { ($0 * factor).inHundredths }
        }
        return scaled
    }
}

extension Double {
    /// The number rounded to two decimals, halves away from zero.
    package var inHundredths: Double { (self * 100).rounded() / 100 }
}
