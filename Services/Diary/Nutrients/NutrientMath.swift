package import Contracts

extension Double {
    /// The number rounded to two decimals, in which amounts are stored and shown: labels are less precise.
    package var inHundredths: Double { (self * 100).rounded() / 100 }
}

extension Nutrients {
    /// A nutrient that may be unknown: its name in contracts and its key path.
    package struct Field: Sendable {
        package let name: String
        package let path: any WritableKeyPath<Nutrients, Double?> & Sendable
    }

    /// Every nutrient except energy, which is always known.
    package static let fields = [
        Field(name: "proteinG", path: \.proteinG),
        Field(name: "fatG", path: \.fatG),
        Field(name: "carbohydrateG", path: \.carbohydrateG),
        Field(name: "fiberG", path: \.fiberG),
        Field(name: "sugarG", path: \.sugarG),
        Field(name: "saltG", path: \.saltG),
    ]

    /// Returns the nutrients of 100 g of a food.
    package init(per100gOf food: Food) {
        self.init(
            kcal: food.kcal,
            proteinG: food.proteinG,
            fatG: food.fatG,
            carbohydrateG: food.carbohydrateG,
            fiberG: food.fiberG,
            sugarG: food.sugarG,
            saltG: food.sodiumMg.map { $0 * Salt.perSodium / 1_000 }
        )
    }

    /// Returns the nutrients of a weight, if these are the nutrients of 100 g; unknown ones stay unknown.
    package func inGrams(_ grams: Double) -> Nutrients {
        each { ($0 * grams / 100).inHundredths }
    }

    /// The amounts rounded to two decimals.
    package var inHundredths: Nutrients { each(\.inHundredths) }

    /// Returns the sum of amounts; without amounts it is zero.
    ///
    /// A nutrient that only some amounts lack counts as zero in those. A nutrient that all of them lack is unknown.
    package static func sum(of amounts: [Nutrients]) -> Nutrients {
        guard !amounts.isEmpty else { return Nutrients.zero }
        // One statement per nutrient instead of a loop, for days of hundreds of entries; see `each`.
        var (sum, known): (Nutrients, NutrientSet) = (.zero, [])
        for amount in amounts {
            sum.kcal += amount.kcal
            sum.proteinG = (sum.proteinG ?? 0) + (amount.proteinG ?? 0)
            sum.fatG = (sum.fatG ?? 0) + (amount.fatG ?? 0)
            sum.carbohydrateG = (sum.carbohydrateG ?? 0) + (amount.carbohydrateG ?? 0)
            sum.fiberG = (sum.fiberG ?? 0) + (amount.fiberG ?? 0)
            sum.sugarG = (sum.sugarG ?? 0) + (amount.sugarG ?? 0)
            sum.saltG = (sum.saltG ?? 0) + (amount.saltG ?? 0)
            known.formUnion(amount.known)
        }
        for (index, field) in fields.enumerated() where known.rawValue & (1 << index) == 0 {
            sum[keyPath: field.path] = nil
        }
        return sum.inHundredths
    }

    /// Returns the names of nutrients that at least one amount lacks, so that their sum is too low.
    package static func incomplete(in amounts: [Nutrients]) -> [String] {
        NutrientSet.all.subtracting(amounts.reduce(NutrientSet.all) { $0.intersection($1.known) }).names
    }

    private static let zero = Nutrients(
        kcal: 0,
        proteinG: 0,
        fatG: 0,
        carbohydrateG: 0,
        fiberG: 0,
        sugarG: 0,
        saltG: 0
    )

    private func each(_ change: (Double) -> Double) -> Nutrients {
        // No loop over key paths: each access takes a tenth of a microsecond, and this code runs for every entry.
        Nutrients(
            kcal: change(kcal),
            proteinG: proteinG.map(change),
            fatG: fatG.map(change),
            carbohydrateG: carbohydrateG.map(change),
            fiberG: fiberG.map(change),
            sugarG: sugarG.map(change),
            saltG: saltG.map(change)
        )
    }
}
