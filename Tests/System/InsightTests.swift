import Calendar
import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Measurements reach the diary, which serves the values derived from them over HTTP.
    struct Insights {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":80,"goal":"lose""#
        private static let days = 24

        /// Logs an entry and a weight on each of the past days.
        private func logPastDays(_ user: User, _ today: PlainDate) async throws {
            for back in 1...Self.days {
                let date = today.advanced(by: -back)
                let entry = #"{"meal":"lunch","name":"Stew","kcal":2000,"proteinG":30,"fiberG":9.5}"#
                #expect(try await user.http.post("/v1/diary/days/\(date)/entries", entry).status == 201)
                let weight = #"{"kind":"weight","value":80,"at":"\#(date)T12:00:00Z"}"#
                #expect(try await user.http.post("/v1/profile/measurements", weight).status == 201)
            }
        }

        private func day(_ user: User) async throws -> DiaryDay {
            try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
        }

        @Test func `exercise, trend, expenditure and advice follow the logged entries and measurements`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let today = try await day(user).date
                let nothing = try await user.http.get("/v1/diary/expenditure").decode(EstimatedExpenditure.self)
                #expect((nothing.enough, nothing.kcal) == (false, nil))
                let first = try await user.http.get("/v1/advice").decode(DiaryAdvice.Reply.self)
                #expect(first.items.map(\.code) == [.nothingLogged])
                let exercise = #"{"kind":"activeEnergy","value":312.5,"source":"watch","externalId":"1"}"#
                #expect(try await user.http.post("/v1/profile/measurements", exercise).status == 201)
                try await eventually("the day shows its exercise", is: 312.5) { try await day(user).exerciseKcal }

                try await logPastDays(user, today)
                let progress = "/v1/diary/progress?from=\(today.advanced(by: -Self.days))&to=today&by=day"
                try await eventually("the diary knows every weight") {
                    let trend = try await user.http.get(progress).decode(Contracts.Progress.self).weightTrend
                    return trend.filter { $0.weightKg != nil }.count == Self.days + 1
                }
                let items = try await user.http.get(progress).decode(Contracts.Progress.self)
                #expect(items.averages.fiberG == 9.5)
                #expect(items.items[0].incomplete == ["fatG", "carbohydrateG", "sugarG", "saltG"])
                #expect(items.streaks.logged == Self.days)
                #expect(items.weightTrend.allSatisfy { $0.trendKg == 80 })
                let week = try await day(user).week
                #expect(week.totals.fiberG == week.kcal / 2_000 * 9.5)
                #expect(week.target?.dailyKcal == week.targetKcal)

                let spent = try await user.http.get("/v1/diary/expenditure").decode(EstimatedExpenditure.self)
                #expect((spent.kcal, spent.days, spent.weights) == (2_000, Self.days, Self.days))
                let offer = try #require(spent.offer)
                #expect(offer.dailyKcal == 1_300)
                let chosen = try await user.http.post("/v1/profile/targets", #"{"dailyKcal":\#(offer.dailyKcal)}"#)
                #expect(chosen.status == 200)
                try await eventually("the diary has the target", is: offer.dailyKcal) {
                    try await day(user).target?.dailyKcal
                }
                let advice = try await user.http.get("/v1/advice?date=today").decode(DiaryAdvice.Reply.self).items
                #expect(advice.map(\.code) == [.nothingLogged, .proteinLow, .fiberLow, .overTarget])
                #expect(try await user.http.get("/v1/advice?date=tomorrow").status >= 400)
            }
        }
    }
}
