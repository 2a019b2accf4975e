import CalorieCalculator
import Contracts
import MealPlanning
import SeededRandom
import Testing

/// Invalid, cancelled and slow requests.
@Suite(.timeLimit(.minutes(5)))
struct InputTests {
    private static let foods = (0..<20).map {
        someFood("Food \($0)", 160, protein: 10, fat: 5, carbohydrate: 18, grams: 80)
    }

    private static func request(_ change: (inout CalculatorPlan) -> Void = { _ in }) -> CalculatorPlan {
        var request = CalculatorPlan(days: 1, targets: [.usual], candidates: foods)
        change(&request)
        return request
    }

    private func refused(_ change: (inout CalculatorPlan) -> Void) -> Set<String> {
        do {
            _ = try plan(Self.request(change))
            return []
        } catch {
            return error.code == .invalid ? Set(error.details.map(\.field)) : ["not invalid but \(error.code)"]
        }
    }

    @Test func `every invalid field is named`() {
        #expect(refused { $0.days = 0 }.contains("days"))
        #expect(refused { $0.days = 8 } == ["days"])
        #expect(refused { $0.targets = [] } == ["targets"])
        #expect(refused { $0.targets = [.usual, .usual] } == ["targets"])
        #expect(refused { $0.targets[0].dailyKcal = 199 } == ["targets[0].dailyKcal"])
        #expect(refused { $0.targets[0].fatG = -1 } == ["targets[0].fatG"])
        #expect(refused { $0.meals = [] } == ["meals"])
        #expect(refused { $0.meals = [MealShare(.lunch, percent: 50), MealShare(.lunch, percent: 50)] } == ["meals"])
        #expect(refused { $0.meals = [MealShare(.lunch, percent: 50)] } == ["meals"])
        #expect(refused { $0.meals = [MealShare(.lunch, percent: .nan)] } == ["meals", "meals[0].percent"])
        #expect(refused { $0.candidates += $0.candidates.prefix(1) } == ["candidates"])
        #expect(refused { $0.candidates[3].per100G.kcal = .infinity } == ["candidates[3].per100G.kcal"])
        #expect(refused { $0.candidates[3].per100G.fatG = -0.1 } == ["candidates[3].per100G.fatG"])
        #expect(refused { $0.candidates[3].portions = [] } == ["candidates[3].portions"])
        #expect(refused { $0.candidates[3].portions[0].grams = 0 } == ["candidates[3].portions"])
        #expect(refused { $0.candidates[3].name = "" } == ["candidates[3].name"])
        #expect(refused { $0.dislikes = Array(repeating: "x", count: 101) } == ["dislikes"])
        #expect(refused { $0.excludedAllergens = [""] } == ["excludedAllergens"])
        let many = (0...PlanLimits.candidatesMax).map { someFood("Food \($0)", 100) }
        #expect(refused { $0.candidates = many } == ["candidates"])
    }

    @Test func `the number of reported errors is bounded`() {
        let broken = (0..<400).map { _ in someFood("", -1, protein: -1, fat: -1, carbohydrate: -1, grams: -1) }
        let fields = refused { $0.candidates = broken }
        #expect(fields.count > 20)
        #expect(fields.count < 100)
    }

    @Test(.enabled(if: PlanSolver.isAvailable))
    func `a cancelled request is not calculated`() throws {
        let time = SearchTime(until: .after(milliseconds: 60_000))
        time.cancel()
        let request = Self.request { $0.days = 7 }
        let error = #expect(throws: ServiceError.self) { try PlanCalculation.plan(request, time) }
        #expect(error?.code == .cancelled)
        let late = #expect(throws: ServiceError.self) {
            try PlanCalculation.plan(request, SearchTime(until: .after(milliseconds: 0)))
        }
        #expect(late?.code == .deadlineExceeded)
    }

    @Test(.enabled(if: PlanSolver.isAvailable))
    func `a cancelled task stops the calculation`() async throws {
        let request = try Self.slowRequest()
        let task = Task { try await PlanExecutor().plan(request, before: .after(milliseconds: 600_000)) }
        task.cancel()
        let error = await #expect(throws: ServiceError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test(.enabled(if: PlanSolver.isAvailable))
    func `a search that runs out of time returns the best menu found`() throws {
        let request = try Self.slowRequest()
        // A complete search takes about 20 s, and this throws if it is not stopped in time.
        let menu = try PlanCalculation.plan(request, SearchTime(until: .after(milliseconds: 5_000)))
        #expect(menu.days.count == 7)
        #expect(!menu.fits)
        #expect(menu.reasons.filter { $0.code == .notFound }.count == 7, "\(menu.reasons)")
    }

    /// Returns a slow request: portions of 1,000 kcal cannot give 10,500 kcal, but no part of the search can prove it.
    private static func slowRequest() throws -> CalculatorPlan {
        let foods = (0..<PlanLimits.candidatesMax).map { someFood("Food \($0)", 1_000) }
        return CalculatorPlan(days: 7, targets: [PlanTarget(dailyKcal: 10_500)], candidates: foods)
    }

    @Test(.enabled(if: PlanSolver.isAvailable)) func `values at the limits of the rules are handled`() throws {
        var people = SeededGenerator(seed: 42)
        for _ in 0..<60 {
            func pick(_ range: ClosedRange<Double>) -> Double {
                [range.lowerBound, range.upperBound, Double.random(in: range, using: &people)].randomElement(
                    using: &people
                ) ?? 0
            }
            let foods = (0..<Int.random(in: 1...40, using: &people)).map { number -> PlanCandidate in
                var food = someFood(
                    "Food \(number)",
                    pick(PlanLimits.kcalPer100G),
                    protein: pick(PlanLimits.macroPer100G),
                    fat: pick(PlanLimits.macroPer100G),
                    carbohydrate: pick(PlanLimits.macroPer100G),
                    grams: pick(PlanLimits.portionG)
                )
                food.meals =
                    Bool.random(using: &people) ? nil : Meal.allCases.filter { _ in Bool.random(using: &people) }
                return food
            }
            let target = PlanTarget(
                dailyKcal: pick(PlanLimits.dailyKcal),
                proteinG: pick(PlanLimits.macroG),
                fatG: pick(PlanLimits.macroG),
                carbohydrateG: Bool.random(using: &people) ? nil : pick(PlanLimits.macroG)
            )
            let request = CalculatorPlan(days: 1, targets: [target], candidates: foods)
            let menu = try plan(request)
            #expect(menu.fits || !menu.reasons.isEmpty)
            #expect(throws: Never.self) { try PayloadCoder.encode(menu) }
        }
    }
}
