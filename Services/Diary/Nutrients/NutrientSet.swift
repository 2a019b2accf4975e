package import Contracts

/// A set of nutrients that may be unknown; the bit of each is numbered by its index.
package struct NutrientSet: OptionSet, Sendable {
    static let all = NutrientSet { _ in true }

    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package init(_ nutrients: Nutrient...) { self.init { nutrients.contains($0) } }

    @inline(__always)
    init(where isMember: (Nutrient) -> Bool) {
        var bits = 0
        Nutrient.each { if isMember($0) { bits |= 1 << $0.index } }
        rawValue = bits
    }

    func contains(_ nutrient: Nutrient) -> Bool { rawValue & (1 << nutrient.index) != 0 }

    /// The names of the nutrients in contracts.
    package var names: [String] { isEmpty ? [] : Nutrient.allCases.filter(contains).map(\.rawValue) }

    /// Returns the union of sets.
    package static func union(of sets: some Sequence<NutrientSet>) -> NutrientSet {
        sets.reduce(into: []) { $0.formUnion($1) }
    }
}

extension Nutrients {
    /// The nutrients with a known amount.
    var known: NutrientSet { NutrientSet { self[$0] != nil } }
}
