package import Calendar
import Contracts

/// A user's stored score on each board; nil where they are not ranked.
package struct BoardScores: Sendable, Equatable {
    /// The scores of a user that is on no board.
    package static let nothing = BoardScores()

    private var numbers = [Int?](repeating: nil, count: Board.allCases.count)

    init() {}

    subscript(_ board: Board) -> Int? {
        get { numbers[board.number] }
        set { numbers[board.number] = newValue }
    }
}

/// A user's scores today, and the day on which they change without an event.
package struct ScoreProjection: Sendable, Equatable {
    /// The days that scores depend on, relative to today: the longest period before today, and today.
    static let window = -30...0

    package let scores: BoardScores
    /// The first day, in the user's own calendar, on which the scores may change; nil for never.
    package let dueDay: PlainDate?

    /// The projection of a user without logged days.
    static let empty = ScoreProjection(scores: .nothing, dueDay: nil)

    private init(scores: BoardScores, dueDay: PlainDate?) {
        self.scores = scores
        self.dueDay = dueDay
    }

    /// Computes the scores.
    ///
    /// - Parameters:
    ///   - today: Today in the user's own calendar.
    ///   - days: The logged days, at least those within the ``window``.
    ///   - streaks: The streaks, at least those that contain today or yesterday.
    ///   - firstPlannedDay: Returns the first logged day after today.
    init(
        today: PlainDate,
        days: [LoggedDay],
        streaks: [ClosedRange<PlainDate>],
        firstPlannedDay: () throws -> PlainDate?
    ) rethrows {
        var scores = BoardScores()
        for period in LeaderboardTop.Period.allCases {
            let person = PersonScore(today: today, length: period.days, days: days)
            scores[Board(period, .adherence)] = person.adherenceTenths
            guard person.logged > 0 else { continue }
            scores[Board(period, .streak)] = person.streak(of: streaks)
            scores[Board(period, .logged)] = person.logged
        }
        self.scores = scores
        // Adherence changes at each midnight, because one more day is complete.
        dueDay = scores == .nothing ? try firstPlannedDay() : today.advanced(by: 1)
    }
}
