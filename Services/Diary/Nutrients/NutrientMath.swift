package import Contracts

extension Double {
    /// The number rounded to two decimals, in which amounts are stored and shown: labels are less precise.
    package var inHundredths: Double { (self * 100).rounded() / 100 }
}

extension Nutrients {
    /// The amounts of nothing: all known, and 0.
    static let zero = Nutrients(kcal: 0, NutrientAmounts { _ in 0 })

    /// Returns the nutrients of 100 g of a food.
    package init(per100gOf food: Food) {
        self.init(kcal: food.kcal, NutrientAmounts { $0.amount(per100gOf: food) })
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
        var sum = Nutrients(kcal: 0)
        for amount in amounts {
            sum.kcal += amount.kcal
            Nutrient.each { nutrient in
                if let more = amount[nutrient] { sum[nutrient] = (sum[nutrient] ?? 0) + more }
            }
        }
        return sum.inHundredths
    }

    /// Returns the names of nutrients that at least one amount lacks, so that their sum is too low.
    package static func incomplete(in amounts: [Nutrients]) -> [String] {
        NutrientSet.all.subtracting(amounts.reduce(NutrientSet.all) { $0.intersection($1.known) }).names
    }

    private func each(_ change: (Double) -> Double) -> Nutrients {
        Nutrients(kcal: change(kcal), NutrientAmounts { self[$0].map(change) })
    }
}
