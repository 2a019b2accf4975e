import Contracts
import FoundationEssentials
import ServiceKit
import Storage

/// Answers `leaderboard.top`, worked out anew from the days of those who share.
enum TopQuery {
    /// By how many days somebody's today can differ from that of UTC: zones reach from −12 to +14 hours, and a day may
    /// begin up to 23 hours late.
    private static let todayOffsets = -2...1

    static func run(
        _ request: LeaderboardTop,
        for caller: UserID,
        now: Date,
        in store: Store
    ) async throws -> LeaderboardTop.Reply {
        var rules = RuleChecker()
        rules.require(request.limit, in: LeaderboardTop.limits, "limit")
        try rules.finish()
        let (period, metric) = (request.period ?? .week, request.metric ?? .adherence)
        let rows = try await store.read { reader in
            Standing.rows(of: try entries(period, metric, now, reader))
        }
        return LeaderboardTop.Reply(
            items: Array(rows.prefix(request.limit ?? LeaderboardTop.limitDefault)),
            me: rows.first { $0.userId == caller }
        )
    }

    /// Everybody who shares and has logged something in the period.
    private static func entries(
        _ period: LeaderboardTop.Period,
        _ metric: LeaderboardTop.Metric,
        _ now: Date,
        _ reader: SQLReader
    ) throws -> [Standing.Entry] {
        let utcToday = UserDay.today(now: now, timeZone: "UTC", dayStartHour: 0)
        let earliestToday = utcToday.advanced(by: todayOffsets.lowerBound)
        // One day more, for those whose period ends yesterday.
        let span = earliestToday.advanced(by: -period.days)...utcToday.advanced(by: todayOffsets.upperBound)
        let days = try DayTable.shared(in: span, reader)
        let runs =
            metric == .streak
            ? try DayTable.sharedRuns(endingFrom: earliestToday.advanced(by: -1), reader) : [:]
        var clock = DayClock(now: now)
        return try PersonTable.sharing(reader).compactMap { person in
            let score = PersonScore(
                today: clock.today(person.timeZone, person.dayStartHour),
                length: period.days,
                firstLogged: person.firstLogged,
                days: days[person.user] ?? []
            )
            guard score.logged > 0 else { return nil }
            let value =
                switch metric {
                case .adherence: score.adherence
                case .streak: Double(score.streak(of: runs[person.user] ?? []))
                case .logged: Double(score.logged)
                }
            return Standing.Entry(user: person.user, name: person.name, score: value)
        }
    }
}

extension LeaderboardTop.Period {
    fileprivate var days: Int {
        switch self {
        case .week: 7
        case .month: 30
        }
    }
}

/// Tells each person's today; people share time zones, which are slow to look up.
private struct DayClock {
    private struct Start: Hashable {
        let timeZone: String
        let hour: Int
    }

    private let now: Date
    private var days: [Start: PlainDate] = [:]

    init(now: Date) {
        self.now = now
    }

    mutating func today(_ timeZone: String, _ hour: Int) -> PlainDate {
        let start = Start(timeZone: timeZone, hour: hour)
        if let day = days[start] { return day }
        let day = UserDay.today(now: now, timeZone: timeZone, dayStartHour: hour)
        days[start] = day
        return day
    }
}
