import Contracts

/// The imported nutrients of FoodData Central and their conversion.
enum FDCNutrients {
    /// A unit of the catalog.
    enum Unit {
        case kilocalories
        case grams
        case milligrams
        case micrograms
    }

    /// A nutrient of the catalog and its sources.
    struct Slot: Sendable {
        let target: Target
        let unit: Unit
        /// Nutrient ids of FoodData Central; the first one that a food has counts.
        let ids: [Int]
        /// Micrograms per international unit, if that is the same for every form of the nutrient.
        var microgramsPerIU: Double?
    }

    enum Target: Sendable {
        case amount(any WritableKeyPath<ImportedFood, Double?> & Sendable)
        case further(FurtherNutrient)
    }

    /// All nutrients; the ids of energy are general, specific Atwater factors, general Atwater factors, and kilojoules.
    static let slots: [Slot] =
        [
            Slot(target: .amount(\.kcal), unit: .kilocalories, ids: [1_008, 2_048, 2_047, 1_062]),
            Slot(target: .amount(\.proteinG), unit: .grams, ids: [1_003]),
            Slot(target: .amount(\.fatG), unit: .grams, ids: [1_004, 1_085]),
            Slot(target: .amount(\.carbohydrateG), unit: .grams, ids: [1_005]),
            // 2033 is by the newer method, AOAC 2011.25.
            Slot(target: .amount(\.fiberG), unit: .grams, ids: [1_079, 2_033]),
            Slot(target: .amount(\.sugarG), unit: .grams, ids: [1_063, 2_000]),
            Slot(target: .amount(\.saturatedFatG), unit: .grams, ids: [1_258]),
            Slot(target: .amount(\.sodiumMg), unit: .milligrams, ids: [1_093]),
        ] + further.map { Slot(target: .further($0.nutrient), unit: $0.unit, ids: $0.ids, microgramsPerIU: $0.perIU) }

    // International units of vitamins A and E depend on the form, so they are omitted; those of vitamin D do not.
    private static let further: [(nutrient: FurtherNutrient, unit: Unit, ids: [Int], perIU: Double?)] = [
        (.addedSugarG, .grams, [1_235], nil), (.alcoholG, .grams, [1_018], nil),
        (.caffeineMg, .milligrams, [1_057], nil), (.calciumMg, .milligrams, [1_087], nil),
        (.cholesterolMg, .milligrams, [1_253], nil), (.copperMg, .milligrams, [1_098], nil),
        (.folateUg, .micrograms, [1_177], nil), (.iodineUg, .micrograms, [1_100], nil),
        (.ironMg, .milligrams, [1_089], nil), (.magnesiumMg, .milligrams, [1_090], nil),
        (.manganeseMg, .milligrams, [1_101], nil), (.monounsaturatedFatG, .grams, [1_292], nil),
        (.niacinMg, .milligrams, [1_167], nil), (.phosphorusMg, .milligrams, [1_091], nil),
        (.polyunsaturatedFatG, .grams, [1_293], nil), (.potassiumMg, .milligrams, [1_092], nil),
        (.riboflavinMg, .milligrams, [1_166], nil), (.seleniumUg, .micrograms, [1_103], nil),
        (.thiaminMg, .milligrams, [1_165], nil), (.transFatG, .grams, [1_257], nil),
        (.vitaminAUg, .micrograms, [1_106], nil), (.vitaminB12Ug, .micrograms, [1_178], nil),
        (.vitaminB6Mg, .milligrams, [1_175], nil), (.vitaminCMg, .milligrams, [1_162], nil),
        (.vitaminDUg, .micrograms, [1_114, 1_110], 0.025), (.vitaminEMg, .milligrams, [1_109], nil),
        (.vitaminKUg, .micrograms, [1_185], nil), (.waterG, .grams, [1_051], nil),
        (.zincMg, .milligrams, [1_095], nil),
    ]

    /// Units of ids without a unit in `nutrient.csv`.
    private static let defaultUnits: [Int: String] = [1_062: "kJ", 1_110: "IU"]

    /// The conversion of a nutrient id.
    struct Source {
        let slot: Int
        /// Priority among the slot's ids, from 0; lower values take precedence.
        let rank: Int
        let factor: Double
        /// Whether to round to whole numbers: kilojoules are whole numbers, so decimals of kilocalories have no
        /// meaning.
        let isWhole: Bool

        /// Converts an amount to the unit of the catalog.
        func amount(_ amount: Double) -> Double {
            isWhole && amount == amount.rounded() ? (amount * factor).rounded() : Amount.rounded(amount * factor)
        }
    }

    /// Returns the conversions of all nutrients.
    ///
    /// - Parameter units: The units in `nutrient.csv`, by id.
    /// - Returns: The conversions by id; ids with an inconvertible unit are omitted.
    static func sources(units: [Int: String]) -> [Int: Source] {
        var sources: [Int: Source] = [:]
        for (index, slot) in slots.enumerated() {
            for (rank, id) in slot.ids.enumerated() {
                var known: Double? = 1
                if let unit = units[id] ?? defaultUnits[id] { known = factor(from: unit, slot) }
                if let known {
                    sources[id] = Source(
                        slot: index,
                        rank: rank,
                        factor: known,
                        isWhole: slot.unit == .kilocalories && known != 1
                    )
                }
            }
        }
        return sources
    }

    private static let microgramsOfUnit: [String: Double] = ["G": 1e6, "MG": 1e3, "UG": 1, "MCG": 1]

    private static func factor(from unit: String, _ slot: Slot) -> Double? {
        let unit = unit.uppercased()
        switch (slot.unit, unit) {
        case (.kilocalories, "KCAL"): return 1
        case (.kilocalories, "KJ"): return 1 / EnergyFactor.kilojoulesPerKcal
        case (.kilocalories, _): return nil
        case (.micrograms, "IU"): return slot.microgramsPerIU
        default: break
        }
        guard let micrograms = microgramsOfUnit[unit] else { return nil }
        switch slot.unit {
        case .grams: return micrograms / 1e6
        case .milligrams: return micrograms / 1e3
        case .micrograms, .kilocalories: return micrograms
        }
    }
}
