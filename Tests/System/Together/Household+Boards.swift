import Contracts
import Foundation

extension Household {
    /// How far a score may be from the exact one, since it is told in tenths.
    private static let rounding = 0.0501

    /// What each person's scores follow from, by their diaries.
    func recomputations() async throws -> [UserID: BoardRecomputation] {
        var recomputations: [UserID: BoardRecomputation] = [:]
        for person in people {
            let today = try await person.get("/v1/diary/days/today").decode(DiaryDay.self).date
            var recomputation = BoardRecomputation(days: [:], today: today)
            for date in [Device.pantry] + (0..<Device.days).map({ person.devices[0].today.advanced(by: -$0) }) {
                let day = try await person.day(date)
                guard day.meals.contains(where: { !$0.entries.isEmpty }) else { continue }
                recomputation.days[date] = (day.totals.kcal, day.target?.dailyKcal ?? 0)
            }
            recomputations[person.user] = recomputation
        }
        return recomputations
    }

    /// Boards that differ from what follows from the diaries.
    func differences(from expected: [UserID: BoardRecomputation]) async throws -> [String] {
        var differences: [String] = []
        for period in LeaderboardTop.Period.allCases {
            for metric in LeaderboardTop.Metric.allCases {
                let path = "/v1/leaderboard?period=\(period)&metric=\(metric)"
                let board = try await people[0].get(path).decode(LeaderboardTop.Reply.self)
                let told = Dictionary(uniqueKeysWithValues: board.items.map { ($0.userId, $0.score) })
                let scores = expected.compactMapValues { $0.score(metric, period) }
                let isRight =
                    told.count == scores.count
                    && scores.allSatisfy { abs((told[$0.key] ?? -1) - $0.value) <= Self.rounding }
                if !isRight { differences.append("\(metric) of the \(period): \(told) instead of \(scores)") }
            }
        }
        return differences
    }
}
