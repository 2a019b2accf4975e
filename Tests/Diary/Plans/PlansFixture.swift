import Calendar
import Contracts
import Diary
import MenuArithmetic
import Synchronization
import TestSupport

/// The other services that a plan needs, controlled by the test.
final class FakePlanSources: Sendable {
    struct State {
        var allergens: [String] = []
        var dislikes: [String] = []
        var missing: [String] = []
        var target: TargetPeriod?
        var failure: ServiceError?
        var asked: [CalculatorPlan] = []
        var menu: MealPlan?
        var deadlines: [Deadline] = []
        var compared: [CalculatorAlternatives] = []
        /// The foods with which a day fits; all by default.
        var fitting: Set<FoodID>?
    }

    private let state = Mutex(State())
    let foods: [PlannableFood]

    /// Creates the sources.
    ///
    /// - Parameters:
    ///   - names: Names of the foods by language.
    ///   - portionNames: Names of the portion of each food by language.
    init(names: [String: String]? = nil, portionNames: [String: String]? = nil) {
        foods = (0..<6).map { number in
            var plannable = Self.food(number)
            plannable.food.names = names
            plannable.food.portions[0].names = portionNames
            return plannable
        }
    }

    private static func food(_ number: Int) -> PlannableFood {
        PlannableFood(
            food: Food(
                id: .make(),
                name: "Food \(number)",
                category: "Some",
                kcal: 100 + Double(number),
                proteinG: 10,
                fatG: 3,
                carbohydrateG: 8,
                sodiumMg: 100,
                portions: [Portion(name: "1 piece", grams: 33.3)],
                source: "fndds"
            ),
            meals: [.lunch],
            allergens: number == 0 ? ["milk"] : nil
        )
    }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    var asked: [CalculatorPlan] { state.withLock { $0.asked } }
    var deadlines: [Deadline] { state.withLock { $0.deadlines } }
    var compared: [CalculatorAlternatives] { state.withLock { $0.compared } }

    func service(_ diary: DiaryFixture) -> DiaryPlans {
        DiaryPlans(store: diary.store, sources: sources, now: { diary.clock.now })
    }

    var sources: DiaryPlans.Sources {
        DiaryPlans.Sources(
            profile: { context in try self.profile(try context.user()) },
            foods: { _, _ in CatalogPlannable.Reply(items: self.foods) },
            menu: { request, context in try self.menu(request, context) },
            alternatives: { request, _ in try self.alternatives(request) }
        )
    }

    private func profile(_ user: UserID) throws -> Profile {
        let state = state.withLock { $0 }
        if let failure = state.failure { throw failure }
        var profile = Profile(
            userId: user,
            name: "Olena",
            birthDate: PlainDate(dayNumber: 8_000),
            heightCm: 165,
            weightKg: 60,
            activityLevel: .light,
            goal: .keep,
            formula: .harrisBenedict,
            units: .metric,
            timeZone: "UTC",
            dayStartHour: 0,
            weekStart: 1,
            language: "en",
            allergens: state.allergens,
            dislikes: state.dislikes,
            shares: Shares(),
            version: 1,
            age: 34,
            missing: state.missing
        )
        profile.target = state.target
        return profile
    }

    private func menu(_ request: CalculatorPlan, _ context: RequestContext) throws -> MealPlan {
        try state.withLock { state in
            state.asked.append(request)
            state.deadlines.append(context.deadline)
            if let failure = state.failure { throw failure }
            return state.menu ?? simpleMenu(days: request.days, targets: request.targets)
        }
    }

    /// Returns one portion of each candidate, those that fit first.
    private func alternatives(_ request: CalculatorAlternatives) throws -> CalculatorAlternatives.Reply {
        try state.withLock { state in
            state.compared.append(request)
            if let failure = state.failure { throw failure }
            let day = PlannedDay(day: 1, target: request.target, meals: request.meals)
            let all = request.candidates.compactMap { candidate -> PlanAlternative? in
                guard let number = foods.firstIndex(where: { $0.food.id == candidate.foodId }) else { return nil }
                return PlanAlternative(
                    dish: item(of: number, quantity: 1),
                    fits: state.fitting?.contains(candidate.foodId) ?? true,
                    totals: day.totals,
                    deviations: day.deviations
                )
            }
            let ordered = all.filter(\.fits) + all.filter { !$0.fits }
            return CalculatorAlternatives.Reply(items: Array(ordered.prefix(request.limit)))
        }
    }

    /// Returns a plan with two portions of one food for lunch and one of another as a snack, different each day.
    func simpleMenu(days: Int, targets: [PlanTarget]) -> MealPlan {
        let planned = (1...days).map { day in
            let lunch = item(of: day % foods.count, quantity: 2)
            let snack = item(of: (day + 1) % foods.count, quantity: 1)
            let meals = [(Meal.lunch, lunch), (.snack, snack)].map { meal, item in
                PlannedMeal(meal, targetKcal: 70, items: [item])
            }
            return PlannedDay(day: day, target: targets[day - 1], meals: meals)
        }
        return MealPlan(fits: planned.allSatisfy(\.fits), reasons: [], days: planned)
    }

    private func item(of number: Int, quantity: Int) -> PlannedItem {
        let food = foods[number].food
        return PlannedItem(
            food.id,
            name: food.name,
            portion: food.portions[0],
            quantity: quantity,
            per100G: PlanNutrients(
                kcal: food.kcal,
                proteinG: food.proteinG ?? 0,
                fatG: food.fatG ?? 0,
                carbohydrateG: food.carbohydrateG ?? 0
            )
        )
    }
}
