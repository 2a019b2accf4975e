/// The parts of a portion's name: "1/2 medium grapefruit" and "1 cup, sliced".
struct PortionName: Sendable, Equatable {
    /// The number of things that weigh as much as the portion.
    let count: Double
    let size: PortionSize?
    /// Further words before the noun: "thin", "extra".
    let isUnusual: Bool
    /// The folded noun.
    let noun: String
    /// The unit that the noun is, if any.
    let unit: MeasureUnit?
    /// The folded words behind the comma.
    let details: [String]

    private static let unusualWords: Set<String> = ["extra", "thin", "thick", "mini", "baby", "jumbo", "regular"]

    init(_ name: String) {
        let scalars = Array(name.unicodeScalars)
        let number = MealNumber.read(scalars, at: 0)
        let rest = String(String.UnicodeScalarView(scalars[(number?.end ?? 0)...]))
        let parts = rest.split(separator: ",", maxSplits: 1).map { part in
            part.split(separator: " ").map { MealLexer.folded($0.unicodeScalars) }
        }
        var words = parts.first ?? []
        var (size, isUnusual) = (PortionSize?.none, false)
        while words.count > 1, let first = words.first {
            if Self.unusualWords.contains(first) {
                isUnusual = isUnusual || first != "regular"
            } else {
                guard let known = MealWords.sizes[first] else { break }
                size = known
            }
            words.removeFirst()
        }
        // Weights are divided by the number, and "0 pieces" says nothing about the weight of one.
        count = number.flatMap { $0.value > 0 ? $0.value : nil } ?? 1
        self.size = size
        self.isUnusual = isUnusual
        noun = words.joined(separator: " ")
        unit = MeasureUnits.unit(noun)
        details = parts.count > 1 ? parts[1] : []
    }

    /// Whether the portion is a spoon, a cup or a package, rather than a thing that is counted.
    var isVessel: Bool {
        guard let unit else { return false }
        switch unit.kind {
        case .mass, .volume, .vessel: return true
        case .piece: return Self.vessels.contains(unit.noun)
        }
    }

    private static let vessels: Set<String> = ["bag", "block", "bottle", "can", "container", "package", "serving"]
}
