package import Contracts

/// What somebody has on each board, in whole numbers; nil where they do not stand on it.
package struct BoardScores: Sendable, Equatable {
    /// Of who stands nowhere.
    package static let nothing = BoardScores()

    private var numbers = [Int?](repeating: nil, count: Board.allCases.count)

    init() {}

    subscript(_ board: Board) -> Int? {
        get { numbers[board.number] }
        set { numbers[board.number] = newValue }
    }
}

/// What somebody has on the boards today, and when that changes without news of them.
package struct Outlook: Sendable, Equatable {
    /// Days of a diary from which an outlook is worked out, counted from today: the longest period, of which the last may be
    /// yesterday, and tomorrow.
    static let window = -30...1

    package let scores: BoardScores
    /// The first own day on which the scores may be others; nil if none is to come.
    package let dueDay: PlainDate?

    /// Of who has logged nothing.
    static let empty = Outlook(scores: .nothing, dueDay: nil)

    private init(scores: BoardScores, dueDay: PlainDate?) {
        self.scores = scores
        self.dueDay = dueDay
    }

    /// Works it out.
    ///
    /// - Parameters:
    ///   - today: The person's own today.
    ///   - firstLogged: The first day of all with something logged.
    ///   - days: What is logged within the ``window``, at least.
    ///   - runs: Unbroken runs of logged days: those that hold today or yesterday, at least.
    ///   - nextAhead: Tells the first logged day behind today.
    init(
        today: PlainDate,
        firstLogged: PlainDate,
        days: [LoggedDay],
        runs: [ClosedRange<PlainDate>],
        nextAhead: () throws -> PlainDate?
    ) rethrows {
        var scores = BoardScores()
        for period in LeaderboardTop.Period.allCases {
            let person = PersonScore(today: today, length: period.days, firstLogged: firstLogged, days: days)
            guard person.logged > 0 else { continue }
            scores[Board(period, .adherence)] = person.adherenceTenths
            scores[Board(period, .streak)] = person.streak(of: runs)
            scores[Board(period, .logged)] = person.logged
        }
        self.scores = scores
        dueDay = try scores == .nothing ? nextAhead() : Self.dueDay(today: today, days)
    }

    /// When a period begins to end on another day: today may still be logged until it is over, and so may the day behind a
    /// logged today, unless something is planned for it.
    private static func dueDay(today: PlainDate, _ days: [LoggedDay]) -> PlainDate {
        func isLogged(_ date: PlainDate) -> Bool { days.contains { $0.date == date } }
        guard isLogged(today) else { return today.advanced(by: 1) }
        return today.advanced(by: isLogged(today.advanced(by: 1)) ? 1 : 2)
    }
}
