/// What people do with their diaries, and how often.
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

    /// Of a hundred requests.
    ///
    /// A meal of three foods is about: look at the day, recent foods, three searches of some four letters each, one food looked at, two
    /// entries by hand or three by the cart, the day again; now and then an amount is mended, and once a day one looks at
    /// the week and at the others.
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
