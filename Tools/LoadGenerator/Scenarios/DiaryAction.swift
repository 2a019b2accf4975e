import SeededRandom

/// The actions of diary users, with their frequencies.
enum DiaryAction: Int, CaseIterable {
    case day
    case search
    case food
    case recent
    case addEntry
    case fillCart
    case checkOut
    case changeEntry
    case removeEntry
    case progress
    case leaderboard

    /// The share of all requests in percent.
    ///
    /// A meal of three foods takes about two views of the day, recent foods, and one view of a food.
    /// It also takes three searches of some four letters each, and two entries added by hand or three through the cart.
    /// Now and then an amount is corrected, and once a day the user views the week and the leaderboard.
    var weight: Int {
        switch self {
        case .day: 20
        case .search: 36
        case .food: 4
        case .recent: 6
        case .addEntry: 12
        case .fillCart: 7
        case .checkOut: 3
        case .changeEntry: 4
        case .removeEntry: 1
        case .progress: 4
        case .leaderboard: 3
        }
    }

    var name: String {
        switch self {
        case .day: "day"
        case .search: "search"
        case .food: "food"
        case .recent: "recent foods"
        case .addEntry: "add entry"
        case .fillCart: "fill cart"
        case .checkOut: "check out"
        case .changeEntry: "change entry"
        case .removeEntry: "remove entry"
        case .progress: "progress"
        case .leaderboard: "leaderboard"
        }
    }
}

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
