/// The ranked candidates of a query, each food once.
struct SearchCandidates {
    /// Bonus for a food that the user has logged, and for each doubling of its use count.
    private static let ownUseGain = 30
    private static let ownUseStep = 10
    private static let ownUseMax = 100

    private var known: [Int64: SearchResult] = [:]
    private let ranking: NameRanking

    init(_ ranking: NameRanking) {
        self.ranking = ranking
    }

    var count: Int { known.count }
    var found: [SearchResult] { Array(known.values) }

    mutating func add(_ position: Int64, _ lines: UnsafeRawBufferPointer, _ length: Int) {
        let number = FoodRank.number(atPosition: position)
        guard known[number] == nil else { return }
        known[number] = food(position, ranking.cost(ofLines: lines), lines, length)
    }

    /// Adds a food only if one of its names has the words.
    mutating func addIfMatching(_ position: Int64, _ lines: UnsafeRawBufferPointer, _ length: Int) {
        let cost = ranking.cost(ofLines: lines)
        guard cost < NameRanking.missingWordCost / 2 else { return }
        known[FoodRank.number(atPosition: position)] = food(position, cost, lines, length)
    }

    private func food(_ position: Int64, _ cost: Int, _ lines: UnsafeRawBufferPointer, _ length: Int) -> SearchResult {
        let prominence = FoodRank.prominence(atPosition: position)
        var hasher = Hasher()
        hasher.combine(bytes: lines)
        return SearchResult(
            number: FoodRank.number(atPosition: position),
            cost: Int32(clamping: cost + prominence),
            prominence: Int32(clamping: prominence),
            length: Int32(clamping: length),
            names: Int32(truncatingIfNeeded: hasher.finalize())
        )
    }

    /// Returns the bonus for a user's use count of a food.
    static func gain(_ uses: Int) -> Int32 {
        uses == 0 ? 0 : Int32(min(ownUseMax, ownUseGain + ownUseStep * FoodRank.popularityLevel(uses)))
    }
}
