/// What the index has handed out for a query, each food once, ranked.
struct SearchCandidates {
    /// What somebody's having logged a food takes off, and for each doubling of how often.
    private static let ownUseGain = 30
    private static let ownUseStep = 10
    private static let ownUseMax = 100

    private var known: [Int64: FoundFood] = [:]
    private let ranking: NameRanking

    init(_ ranking: NameRanking) {
        self.ranking = ranking
    }

    var count: Int { known.count }
    var found: [FoundFood] { Array(known.values) }

    mutating func add(_ place: Int64, _ lines: UnsafeRawBufferPointer, _ length: Int) {
        let number = FoodRank.number(ofPlace: place)
        guard known[number] == nil else { return }
        known[number] = food(place, ranking.cost(ofLines: lines), lines, length)
    }

    /// The same for a food of which it is not known whether its name has the words.
    mutating func addIfItHasTheWords(_ place: Int64, _ lines: UnsafeRawBufferPointer, _ length: Int) {
        let cost = ranking.cost(ofLines: lines)
        guard cost < NameRanking.missingWordCost / 2 else { return }
        known[FoodRank.number(ofPlace: place)] = food(place, cost, lines, length)
    }

    private func food(_ place: Int64, _ cost: Int, _ lines: UnsafeRawBufferPointer, _ length: Int) -> FoundFood {
        let prominence = FoodRank.prominence(ofPlace: place)
        var hasher = Hasher()
        hasher.combine(bytes: lines)
        return FoundFood(
            number: FoodRank.number(ofPlace: place),
            cost: Int32(clamping: cost + prominence),
            prominence: Int32(clamping: prominence),
            length: Int32(clamping: length),
            names: Int32(truncatingIfNeeded: hasher.finalize())
        )
    }

    /// What a food's cost falls by for who has logged it so often.
    static func gain(_ uses: Int) -> Int32 {
        uses == 0 ? 0 : Int32(min(ownUseMax, ownUseGain + ownUseStep * FoodRank.popularityLevel(uses)))
    }
}
