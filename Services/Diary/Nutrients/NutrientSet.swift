import Contracts

/// A set of nutrients that may be unknown, as bits in the order of ``Nutrients/fields``.
package struct NutrientSet: OptionSet, Sendable {
    package static let protein = NutrientSet(rawValue: 1)
    package static let fat = NutrientSet(rawValue: 2)
    package static let carbohydrate = NutrientSet(rawValue: 4)
    package static let fiber = NutrientSet(rawValue: 8)
    package static let sugar = NutrientSet(rawValue: 16)
    package static let salt = NutrientSet(rawValue: 32)

    static let all: NutrientSet = [.protein, .fat, .carbohydrate, .fiber, .sugar, .salt]

    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The names of the nutrients in contracts.
    package var names: [String] {
        isEmpty ? [] : Nutrients.fields.indices.filter { rawValue & (1 << $0) != 0 }.map { Nutrients.fields[$0].name }
    }

    /// Returns the union of sets.
    package static func union(of sets: some Sequence<NutrientSet>) -> NutrientSet {
        sets.reduce(into: []) { $0.formUnion($1) }
    }
}

extension Nutrients {
    /// The nutrients with a known amount.
    var known: NutrientSet {
        var known: NutrientSet = []
        if proteinG != nil { known.insert(.protein) }
        if fatG != nil { known.insert(.fat) }
        if carbohydrateG != nil { known.insert(.carbohydrate) }
        if fiberG != nil { known.insert(.fiber) }
        if sugarG != nil { known.insert(.sugar) }
        if saltG != nil { known.insert(.salt) }
        return known
    }
}
