import Calendar
import Contracts
import Foundation
import MealPlanning
import Testing

extension Trait where Self == ConditionTrait {
    /// Skips a test in a build without the solver of menus, and reports that.
    static var needsSolver: Self { .enabled(if: PlanSolver.isAvailable, "GLPK was missing when this was built.") }
}

extension SystemTests {
    /// Meal plans from the profile to the diary, over HTTP, with real processes and food data.
    struct Plans {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#

        @Test(.needsSolver) func `a user plans a week, lists the plan and applies it to the diary`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                #expect(try await user.http.patch("/v1/profile", #"{"dislikes":["fish"]}"#).status == 200)
                let made = try await user.http.post("/v1/plans", #"{"days":7,"seed":1}"#)
                #expect(made.status == 201, "\(String(decoding: made.body, as: UTF8.self))")
                let plan = try made.decode(DiaryPlan.self)
                try await meetsTarget(plan, user)
                let listed = try await user.http.get("/v1/plans?limit=5").decode(DiaryPlansList.Reply.self)
                #expect(listed.items == [plan])
                try await applies(plan, user)
                try await refuses(stack, user)
                try await excludesUnknownAllergens(user)
            }
        }

        private func meetsTarget(_ plan: DiaryPlan, _ user: User) async throws {
            let target = try #require(try await user.http.get("/v1/profile").decode(Profile.self).target)
            #expect(plan.menu.fits, "\(plan.menu.reasons)")
            #expect(plan.menu.days.count == 7)
            for day in plan.menu.days {
                let items = day.meals.flatMap(\.items)
                let kcal = items.reduce(0) { $0 + $1.nutrients.kcal }
                #expect(abs(kcal / Double(target.dailyKcal) - 1) <= 0.03 + 1e-9)
                #expect(items.allSatisfy { !$0.name.lowercased().contains("fish") })
            }
        }

        private func applies(_ plan: DiaryPlan, _ user: User) async throws {
            for _ in 0..<2 {
                let answer = try await user.http.post("/v1/plans/\(plan.id)/apply", "{}")
                #expect(answer.status == 200)
                #expect(try answer.decode(DiaryPlan.self).appliedFrom == plan.from)
            }
            let last = plan.from.advanced(by: 6)
            let path = "/v1/diary/days?from=\(plan.from)&to=\(last)"
            let days = try await user.http.get(path).decode(DiaryDays.Reply.self).items
            for (day, planned) in zip(days, plan.menu.days) {
                #expect(day.meals.flatMap(\.entries).map(\.foodId) == planned.meals.flatMap(\.items).map(\.foodId))
                #expect(abs(day.totals.kcal - planned.totals.kcal) < 0.05)
            }
        }

        private func refuses(_ stack: StackFixture, _ user: User) async throws {
            let tooLong = try await user.http.post("/v1/plans", #"{"days":8}"#)
            #expect(tooLong.status == 422)
            #expect(try tooLong.problem.fields == ["days"])
            let meals = try await user.http.post("/v1/plans", #"{"days":1,"meals":[{"meal":"lunch","percent":50}]}"#)
            #expect(meals.status == 422)
            #expect(try meals.problem.fields == ["meals"])
            #expect(try await stack.http.post("/v1/plans", #"{"days":1}"#).status == 401)
            #expect(try await user.http.post("/v1/plans/\(PlanID.make())/apply", "{}").status == 404)
        }

        /// Expects only foods that are known to contain no milk.
        ///
        /// The allergens of dishes are never completely known.
        private func excludesUnknownAllergens(_ user: User) async throws {
            #expect(try await user.http.patch("/v1/profile", #"{"allergens":["milk"]}"#).status == 200)
            let plan = try await user.http.post("/v1/plans", #"{"days":1,"seed":1}"#).decode(DiaryPlan.self)
            let items = plan.menu.days.flatMap(\.meals).flatMap(\.items)
            #expect(!items.isEmpty)
            for item in items {
                let food = try await user.http.get("/v1/foods/\(item.foodId)").decode(Food.self)
                #expect(food.type == "generic" && food.allergens?.contains("milk") == false, "\(food.name)")
            }
            #expect(plan.menu.reasons.contains { $0.code == .allergensUnknown })
        }
    }
}
