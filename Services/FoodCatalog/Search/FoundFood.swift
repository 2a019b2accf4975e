/// A food that a search has found, and where it stands.
package struct FoundFood: Sendable {
    package let number: Int64
    /// The lower the better.
    var cost: Int32
    let prominence: Int32
    let length: Int32
    /// Of its names: foods of the same names have the same one.
    let names: Int32

    package init(number: Int64, cost: Int32, prominence: Int32, length: Int32, names: Int32) {
        self.number = number
        self.cost = cost
        self.prominence = prominence
        self.length = length
        self.names = names
    }

    /// Foods of just the same names that stand together; the rest of them stand behind everything else, where they do not hide
    /// it.
    private static let equalNamesMax = 3

    /// Brings foods into the order in which they are shown.
    static func ordered(_ found: some Sequence<FoundFood>) -> [FoundFood] {
        spread(
            found.sorted {
                ($0.cost, $0.prominence, $0.length, $0.number) < ($1.cost, $1.prominence, $1.length, $1.number)
            }
        )
    }

    private static func spread(_ found: [FoundFood]) -> [FoundFood] {
        var counts: [Int32: Int] = [:]
        var (first, rest): ([FoundFood], [FoundFood]) = ([], [])
        first.reserveCapacity(found.count)
        for food in found {
            counts[food.names, default: 0] += 1
            if counts[food.names, default: 0] <= equalNamesMax { first.append(food) } else { rest.append(food) }
        }
        return first + rest
    }

    /// Each food of both once, at its lower cost.
    static func merged(_ first: [FoundFood], _ second: [FoundFood], extraCost: Int32 = 0) -> [FoundFood] {
        if second.isEmpty { return first }
        var best: [Int64: FoundFood] = [:]
        for food in first { best[food.number] = food }
        for var food in second {
            food.cost += extraCost
            if let known = best[food.number], known.cost <= food.cost { continue }
            best[food.number] = food
        }
        return Array(best.values)
    }
}
