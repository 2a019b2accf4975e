/// A search result with its rank, packed in 16 bytes because hundreds of thousands are cached.
package struct SearchResult: Sendable {
    private static let partBits = 12
    private static let partMax: Int32 = 1 << partBits - 1

    /// Row number, prominence and length, from the lowest bits up.
    private let packed: UInt64
    /// Lower is better.
    var cost: Int32
    /// A hash of its names: foods with equal names have equal values.
    let names: Int32

    /// Packs a result; prominence and length are clamped to 4,095, and the number has ``FoodRank/numberBits`` bits.
    package init(number: Int64, cost: Int32, prominence: Int32, length: Int32, names: Int32) {
        func part(_ value: Int32) -> UInt64 { UInt64(min(max(value, 0), Self.partMax)) }
        packed =
            UInt64(number & FoodRank.numberMask) | part(prominence) << FoodRank.numberBits
            | part(length) << (Int(FoodRank.numberBits) + Self.partBits)
        self.cost = cost
        self.names = names
    }

    package var number: Int64 { Int64(packed & UInt64(FoodRank.numberMask)) }
    var prominence: Int32 { Int32(truncatingIfNeeded: packed >> FoodRank.numberBits) & Self.partMax }
    var length: Int32 { Int32(packed >> (Int(FoodRank.numberBits) + Self.partBits)) }

    /// Maximum number of foods with equal names in sequence; the others follow after all other results.
    private static let equalNamesMax = 3

    /// Sorts foods into display order.
    static func ordered(_ found: some Sequence<SearchResult>) -> [SearchResult] {
        spread(
            found.sorted {
                ($0.cost, $0.prominence, $0.length, $0.number) < ($1.cost, $1.prominence, $1.length, $1.number)
            }
        )
    }

    private static func spread(_ found: [SearchResult]) -> [SearchResult] {
        var counts: [Int32: Int] = [:]
        var (first, rest): ([SearchResult], [SearchResult]) = ([], [])
        first.reserveCapacity(found.count)
        for food in found {
            counts[food.names, default: 0] += 1
            if counts[food.names, default: 0] <= equalNamesMax { first.append(food) } else { rest.append(food) }
        }
        return first + rest
    }

    /// Merges two results; each food appears once, at its lower cost.
    static func merged(_ first: [SearchResult], _ second: [SearchResult], extraCost: Int32 = 0) -> [SearchResult] {
        if second.isEmpty { return first }
        var best: [Int64: SearchResult] = [:]
        for food in first { best[food.number] = food }
        for var food in second {
            food.cost += extraCost
            if let known = best[food.number], known.cost <= food.cost { continue }
            best[food.number] = food
        }
        return Array(best.values)
    }
}
