import Calendar
import Contracts
import Foundation

extension SimulatedUsers {
    /// Maximum distance of a published score from the exact one: scores have one decimal.
    private static let rounding = 0.0501

    /// Computes the expected scores of each user from the diaries.
    func expectedScores() async throws -> [UserID: ExpectedScores] {
        var expected: [UserID: ExpectedScores] = [:]
        for person in people {
            let today = try await person.get("/v1/diary/days/today").decode(DiaryDay.self).date
            var scores = ExpectedScores(days: [:], today: today)
            for date in [Device.copySource] + (0..<Device.days).map({ person.devices[0].today.advanced(by: -$0) }) {
                let day = try await person.day(date)
                guard day.meals.contains(where: { !$0.entries.isEmpty }) else { continue }
                scores.days[date] = (day.totals.kcal, day.target?.dailyKcal ?? 0)
            }
            expected[person.user] = scores
        }
        return expected
    }

    /// Returns a message for each leaderboard that differs from the expected scores.
    func differences(from expected: [UserID: ExpectedScores]) async throws -> [String] {
        var differences: [String] = []
        for period in LeaderboardTop.Period.allCases {
            for metric in LeaderboardTop.Metric.allCases {
                let path = "/v1/leaderboard?period=\(period)&metric=\(metric)"
                let board = try await people[0].get(path).decode(LeaderboardTop.Reply.self)
                let published = Dictionary(uniqueKeysWithValues: board.items.map { ($0.userId, $0.score) })
                let scores = expected.compactMapValues { $0.score(metric, period) }
                let isRight =
                    published.count == scores.count
                    && scores.allSatisfy { abs((published[$0.key] ?? -1) - $0.value) <= Self.rounding }
                if !isRight { differences.append("\(metric) of the \(period): \(published) instead of \(scores)") }
            }
        }
        return differences
    }
}

/// An independent computation of one user's scores from the days of their diary.
struct ExpectedScores {
    /// Energy and target of each day with entries.
    var days: [PlainDate: (kcal: Double, targetKcal: Int)]
    let today: PlainDate

    /// Targets below this count as this.
    private static let leastTargetKcal = 1_200

    func score(_ metric: LeaderboardTop.Metric, _ period: LeaderboardTop.Period) -> Double? {
        let last = days[today] == nil ? today.advanced(by: -1) : today
        switch metric {
        case .streak: return Double(streak(endingOn: last))
        case .logged: return Double(window(period, last).count { days[$0] != nil })
        case .adherence:
            let counted = window(period, today.advanced(by: -1))
            guard counted.contains(where: { days[$0] != nil }) else { return nil }
            return 100 * counted.map(adherence).reduce(0, +) / Double(counted.count)
        }
    }

    private func window(_ period: LeaderboardTop.Period, _ last: PlainDate) -> [PlainDate] {
        (0..<(period == .week ? 7 : 30)).map { last.advanced(by: -$0) }
    }

    private func streak(endingOn last: PlainDate) -> Int {
        var length = 0
        while days[last.advanced(by: -length)] != nil { length += 1 }
        return length
    }

    private func adherence(_ date: PlainDate) -> Double {
        guard let day = days[date] else { return 0 }
        let target = Double(max(day.targetKcal, Self.leastTargetKcal))
        return max(0, 1 - abs(day.kcal - target) / target)
    }
}
