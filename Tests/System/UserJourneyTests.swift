import Contracts
import Foundation
import MealwireClient
import TestSupport
import Testing

extension SystemTests {
    /// The main user journey from registration to the leaderboard by MealwireClient, with real processes and foods.
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
            let client = try stack.http.app()
            let email = user.session.user.email.uppercased()
            guard case .session(let session) = try await client.signIn(email: email, password: "1234567A") else {
                Issue.record("a second factor is wanted")
                return
            }
            #expect(session.user == user.session.user)
            #expect(session.profileMissing == [])
            let wrong = await #expect(throws: MealwireProblem.self) {
                _ = try await client.signIn(email: email, password: "1234567B")
            }
            #expect((wrong?.status, wrong?.code) == (401, .wrongCredentials))
        }

        private func seesProfileWithTarget(_ user: User) async throws {
            let profile = try await user.client.send(ProfileGet())
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
            let banana = try await user.food("banana")
            #expect(banana.name.lowercased().hasPrefix("banana"))
            #expect((80...110).contains(banana.kcal))
            #expect(banana.carbohydrateG ?? 0 > 15)
            #expect(banana.fiberG != nil)
            let yogurt = try await user.food("greek yog")
            #expect(yogurt.name.lowercased().contains("greek"))
            #expect(yogurt.name.lowercased().contains("yogurt"))
            var details = try await user.client.send(CatalogGet(id: banana.id))
            #expect(details.names?["uk"]?.hasPrefix("Банан") == true)
            #expect(details.portions.contains { $0.names?["uk"] != nil })
            // The details have the names in every language. An item of a search has none without `locale`.
            (details.names, details.createdAt) = (nil, nil)
            for index in details.portions.indices { details.portions[index].names = nil }
            #expect(details == banana)
            return (banana, yogurt)
        }

        private func logsMeals(_ user: User, _ foods: (banana: Food, yogurt: Food)) async throws {
            let banana = try await user.log(.breakfast, EntryAmount(foodId: foods.banana.id, grams: 120))
            #expect(abs(banana.nutrients.kcal - foods.banana.kcal * 1.2) < 0.01)
            let yogurt = try await user.log(.lunch, EntryAmount(foodId: foods.yogurt.id, grams: 200))
            _ = try await user.log(.snack, EntryAmount(name: "Biscuit", kcal: 150))

            let changed = try await user.client.send(DiaryEntriesUpdate(id: banana.id, grams: 240))
            #expect(changed.version == 2)
            let stale = await #expect(throws: MealwireProblem.self) {
                try await user.client.send(DiaryEntriesUpdate(id: banana.id, ifVersion: 1, grams: 1))
            }
            #expect(stale?.code == .versionMismatch)
            try await user.client.send(DiaryEntriesRemove(id: yogurt.id))
            let removed = await #expect(throws: MealwireProblem.self) {
                try await user.client.send(DiaryEntriesRemove(id: yogurt.id))
            }
            #expect(removed?.code == .notFound)

            let day = try await user.today
            #expect(day.meals.map(\.meal) == [.breakfast, .lunch, .dinner, .snack])
            #expect(day.meals.map(\.entries.count) == [1, 0, 0, 1])
            let eaten = foods.banana.kcal * 2.4 + 150
            #expect(abs(day.totals.kcal - eaten) < 0.02)
        }

        private func changesGoal(_ user: User) async throws {
            let before = try await user.client.send(ProfileGet())
            var change = ProfileChange()
            (change.weightKg, change.goal) = (.set(70), .set(.keep))
            let after = try await user.client.send(ProfileUpdate(change))
            let target = try #require(after.target)
            #expect(target.dailyKcal > (before.target?.dailyKcal ?? 0))
            #expect(target.goal == .keep)
            try await eventually("the diary knows the new target") {
                let day = try await user.today
                guard day.target?.dailyKcal == target.dailyKcal else { return false }
                return abs((day.remaining?.kcal ?? 0) - (Double(target.dailyKcal) - day.totals.kcal)) < 0.02
            }
        }

        private func seesProgress(_ user: User) async throws {
            let progress = try await user.client.send(DiaryProgress())
            #expect(progress.items.count == 7)
            #expect(progress.items.map(\.loggedDays) == [0, 0, 0, 0, 0, 0, 1])
            #expect(progress.streaks.logged == 1)
            #expect((progress.averages.kcal ?? 0) > 300)
        }

        private func seesLeaderboard(_ user: User) async throws {
            let hidden = try await user.client.send(LeaderboardTop(metric: .logged))
            #expect(hidden.items.isEmpty)
            #expect(hidden.me == nil)
            var change = ProfileChange()
            change.shares = .set(SharesChange(leaderboard: true))
            try await user.client.send(ProfileUpdate(change))
            try await eventually("the leaderboard shows the sharing user") {
                let board = try await user.client.send(LeaderboardTop(period: .week, metric: .logged))
                return board.items.map(\.userId) == [user.session.user.id] && board.me?.score == 1
            }
        }
    }
}
