import Contracts

/// Chooses among weighted items.
struct WeightedChoice: Sendable {
    private let sums: [Int]

    init(weights: [Int]) {
        sums = weights.reduce(into: []) { $0.append(($0.last ?? 0) + $1) }
    }

    /// Returns the index of the chosen item.
    func draw(_ random: inout SeededGenerator) -> Int {
        let number = Int.random(in: 0..<(sums.last ?? 1), using: &random)
        return sums.firstIndex { number < $0 } ?? 0
    }
}
