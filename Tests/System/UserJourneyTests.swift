import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// The main user journey from registration to the leaderboard, over HTTP, with real processes and food data.
    struct UserJourney {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#

        @Test func `a user registers, logs meals and sees progress and the leaderboard`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                try await logsIn(stack, user)
                try await seesProfileWithTarget(user)
                let foods = try await findsFoods(user)
                try await logsMeals(user, foods)
                try await changesGoal(user)
                try await seesProgress(user)
                try await seesLeaderboard(user)
            }
        }

        private func logsIn(_ stack: StackFixture, _ user: User) async throws {
            let json = #"{"email":"\#(user.session.user.email.uppercased())","password":"1234567A"}"#
            let answer = try await stack.http.post("/v1/auth/login", json)
            #expect(answer.status == 200)
            let session = try answer.decode(Session.self)
            #expect(session.user == user.session.user)
            #expect(session.profileMissing == [])
            let wrong = try await stack.http.post("/v1/auth/login", json.replacing("1234567A", with: "1234567B"))
            #expect(wrong.status == 401)
            #expect(try wrong.problem.code == .wrongCredentials)
        }

        private func seesProfileWithTarget(_ user: User) async throws {
            let answer = try await user.http.get("/v1/profile")
            #expect(answer.status == 200)
            let profile = try answer.decode(Profile.self)
            #expect(profile.name == "Anna")
            #expect(profile.weightKg == 65)
            #expect(profile.bmi == 23.9)
            #expect(profile.bmiCategory == .normal)
            let years = Double(profile.age)
            let bmr = 447.593 + 9.247 * 65 + 3.098 * 165 - 4.330 * years
            #expect(abs((profile.bmr ?? 0) - bmr) < 0.01)
            let target = try #require(profile.target)
            #expect(target.dailyKcal == Int(max(bmr * 1.375 - 700, 1_200)))
            #expect(target.weeklyKcal == 7 * target.dailyKcal)
        }

        private func findsFoods(_ user: User) async throws -> (banana: Food, yogurt: Food) {
            let bananas = try await user.http.get("/v1/foods?q=banana&limit=5").decode(CatalogSearch.Reply.self)
            let banana = try #require(bananas.items.first)
            #expect(banana.name.lowercased().hasPrefix("banana"))
            #expect((80...110).contains(banana.kcal))
            #expect(banana.carbohydrateG ?? 0 > 15)
            #expect(banana.fiberG != nil)
            let yogurts = try await user.http.get("/v1/foods?q=greek%20yog").decode(CatalogSearch.Reply.self)
            let yogurt = try #require(yogurts.items.first)
            #expect(yogurt.name.lowercased().contains("greek"))
            #expect(yogurt.name.lowercased().contains("yogurt"))
            let one = try await user.http.get("/v1/foods/\(banana.id)")
            var details = try one.decode(Food.self)
            #expect(details.names?["uk"]?.hasPrefix("Банан") == true)
            (details.names, details.createdAt) = (nil, nil)
            #expect(details == banana)
            return (banana, yogurt)
        }

        private func logsMeals(_ user: User, _ foods: (banana: Food, yogurt: Food)) async throws {
            let path = "/v1/diary/days/today/entries"
            let first = try await user.http.post(
                path,
                #"{"meal":"breakfast","foodId":"\#(foods.banana.id)","grams":120}"#
            )
            #expect(first.status == 201)
            let banana = try first.decode(DiaryEntry.self)
            #expect(abs(banana.nutrients.kcal - foods.banana.kcal * 1.2) < 0.01)
            let second = try await user.http.post(path, #"{"meal":"lunch","foodId":"\#(foods.yogurt.id)","grams":200}"#)
            let yogurt = try second.decode(DiaryEntry.self)
            let quick = try await user.http.post(path, #"{"meal":"snack","name":"Biscuit","kcal":150}"#)
            #expect(quick.status == 201)

            let changed = try await user.http.patch("/v1/diary/entries/\(banana.id)", #"{"grams":240}"#)
            #expect(changed.status == 200)
            #expect(try changed.decode(DiaryEntry.self).version == 2)
            let stale = try await user.http.patch(
                "/v1/diary/entries/\(banana.id)",
                #"{"grams":1}"#,
                ["If-Match": "\"1\""]
            )
            #expect(stale.status == 412)
            #expect(try await user.http.delete("/v1/diary/entries/\(yogurt.id)").status == 204)
            #expect(try await user.http.delete("/v1/diary/entries/\(yogurt.id)").status == 404)

            let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
            #expect(day.meals.map(\.meal) == [.breakfast, .lunch, .dinner, .snack])
            #expect(day.meals.map(\.entries.count) == [1, 0, 0, 1])
            let eaten = foods.banana.kcal * 2.4 + 150
            #expect(abs(day.totals.kcal - eaten) < 0.02)
        }

        private func changesGoal(_ user: User) async throws {
            let before = try await user.http.get("/v1/profile").decode(Profile.self)
            let answer = try await user.http.patch("/v1/profile", #"{"weightKg":70,"goal":"keep"}"#)
            #expect(answer.status == 200)
            let after = try answer.decode(Profile.self)
            let target = try #require(after.target)
            #expect(target.dailyKcal > (before.target?.dailyKcal ?? 0))
            #expect(target.goal == .keep)
            try await eventually("the diary knows the new target") {
                let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                guard day.target?.dailyKcal == target.dailyKcal else { return false }
                return abs((day.remaining?.kcal ?? 0) - (Double(target.dailyKcal) - day.totals.kcal)) < 0.02
            }
        }

        private func seesProgress(_ user: User) async throws {
            let answer = try await user.http.get("/v1/diary/progress")
            #expect(answer.status == 200)
            let progress = try answer.decode(Progress.self)
            #expect(progress.items.count == 7)
            #expect(progress.items.map(\.loggedDays) == [0, 0, 0, 0, 0, 0, 1])
            #expect(progress.streaks.logged == 1)
            #expect((progress.averages.kcal ?? 0) > 300)
        }

        private func seesLeaderboard(_ user: User) async throws {
            let hidden = try await user.http.get("/v1/leaderboard?metric=logged").decode(LeaderboardTop.Reply.self)
            #expect(hidden.items.isEmpty)
            #expect(hidden.me == nil)
            let shares = try await user.http.patch("/v1/profile", #"{"shares":{"leaderboard":true}}"#)
            #expect(shares.status == 200)
            try await eventually("the leaderboard shows the sharing user") {
                let board = try await user.http.get("/v1/leaderboard?period=week&metric=logged")
                    .decode(LeaderboardTop.Reply.self)
                return board.items.map(\.userId) == [user.session.user.id] && board.me?.score == 1
            }
        }
    }
}
