import Calendar
import Contracts
import EnergyFormulas
import FoodCatalog
import Foundation
import MealPlanning
import SeededRandom

extension SeededGenerator {
    /// Returns the target of a random adult of usual size.
    mutating func target() throws -> PlanTarget {
        let person = CalculatorTarget(
            sex: Sex.allCases.randomElement(using: &self) ?? .other,
            age: Int.random(in: 19...80, using: &self),
            heightCm: Double.random(in: 150...200, using: &self),
            weightKg: Double.random(in: 50...110, using: &self),
            activityLevel: ActivityLevel.allCases.randomElement(using: &self) ?? .light,
            goal: Goal.allCases.randomElement(using: &self) ?? .keep
        )
        return PlanTarget(try TargetCalculation.target(of: person, today: PlainDate(dayNumber: 20_522)))
    }
}

extension PlanTarget {
    init(_ target: EnergyTarget) {
        self.init(
            dailyKcal: Double(target.dailyKcal),
            proteinG: target.macros.proteinG,
            fatG: target.macros.fatG,
            carbohydrateG: target.macros.carbohydrateG
        )
    }

    /// The target of a woman with the goal to lose weight.
    static let usual = PlanTarget(dailyKcal: 1_600, proteinG: 100, fatG: 53, carbohydrateG: 180)
}

/// Foods of the starter catalog that suit a menu.
struct StarterFoods {
    let all: [PlanCandidate]

    init() throws {
        let data = FileManager.default.contents(atPath: StarterCatalog.bundledPath) ?? Data()
        all = try StarterCatalog(csv: Array(data)).foods.compactMap { food in
            guard food.source == "fndds", let line = NaturalPortions.line(for: food.category ?? ""),
                let proteinG = food.proteinG, let fatG = food.fatG, let carbohydrateG = food.carbohydrateG
            else { return nil }
            return PlanCandidate(
                foodId: food.id,
                name: food.name,
                category: food.category,
                per100G: PlanNutrients(
                    kcal: food.kcal,
                    proteinG: proteinG,
                    fatG: fatG,
                    carbohydrateG: carbohydrateG
                ),
                portions: line.portions(food.portions),
                meals: line.meals,
                allergens: []
            )
        }
    }

    /// Returns a random sample of the foods.
    func some(_ count: Int, using people: inout SeededGenerator) -> [PlanCandidate] {
        Array(all.shuffled(using: &people).prefix(count))
    }
}

/// Checks a request as its endpoint does, and calculates a menu without a practical time limit.
func plan(_ request: CalculatorPlan) throws(ServiceError) -> MealPlan {
    try PlanCalculation.plan(request.checked(), SearchTime(until: .after(milliseconds: 600_000)))
}

/// Creates a made-up food.
func someFood(
    _ name: String,
    _ kcal: Double,
    protein: Double = 0,
    fat: Double = 0,
    carbohydrate: Double = 0,
    category: String? = nil,
    grams: Double = 100,
    meals: [Meal]? = nil,
    allergens: [String]? = []
) -> PlanCandidate {
    PlanCandidate(
        foodId: .make(),
        name: name,
        category: category,
        per100G: PlanNutrients(kcal: kcal, proteinG: protein, fatG: fat, carbohydrateG: carbohydrate),
        portions: [Portion(name: "1 piece", grams: grams)],
        meals: meals,
        allergens: allergens
    )
}

extension MealPlan {
    var items: [PlannedItem] { days.flatMap(\.items) }
    var codes: Set<PlanReason.Code> { Set(reasons.map(\.code)) }
}

extension PlannedDay {
    var items: [PlannedItem] { meals.flatMap(\.items) }
}
