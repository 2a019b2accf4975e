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
    /// Days of a diary from which an outlook is worked out, counted from today: the longest period before today, and today.
    static let window = -30...0

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
    ///   - days: What is logged within the ``window``, at least.
    ///   - runs: Unbroken runs of logged days: those that hold today or yesterday, at least.
    ///   - nextAhead: Tells the first logged day behind today.
    init(
        today: PlainDate,
        days: [LoggedDay],
        runs: [ClosedRange<PlainDate>],
        nextAhead: () throws -> PlainDate?
    ) rethrows {
        var scores = BoardScores()
        for period in LeaderboardTop.Period.allCases {
            let person = PersonScore(today: today, length: period.days, days: days)
            scores[Board(period, .adherence)] = person.adherenceTenths
            guard person.logged > 0 else { continue }
            scores[Board(period, .streak)] = person.streak(of: runs)
            scores[Board(period, .logged)] = person.logged
        }
        self.scores = scores
        // Each midnight ends a day of adherence.
        dueDay = scores == .nothing ? try nextAhead() : today.advanced(by: 1)
    }
}
