import Contracts

/// Validates a request.
enum PlanRules {
    /// Maximum number of errors before validation of foods stops: the reply has to fit into a message.
    private static let maximumErrors = 50

    /// - Throws: `invalid` with every invalid field.
    static func check(_ request: CalculatorPlan) throws(ServiceError) {
        var checker = RuleChecker()
        checker.require(request.days, in: PlanLimits.days, "days")
        checkTargets(request, &checker)
        checkMeals(request.meals ?? MealShare.usual, &checker)
        checkWords(request.excludedAllergens, "excludedAllergens", max: PlanLimits.wordsMax, &checker)
        checkWords(request.dislikes, "dislikes", max: PlanLimits.wordsMax, &checker)
        checkCandidates(request.candidates, &checker)
        try checker.finish()
    }

    private static func checkTargets(_ request: CalculatorPlan, _ checker: inout RuleChecker) {
        let count = request.targets.count
        let message = "targets must have one target for all days, or one for each."
        checker.require(count == 1 || count == request.days, "targets", .mismatch, message)
        for (index, target) in request.targets.prefix(PlanLimits.days.upperBound).enumerated() {
            let path = "targets[\(index)]"
            checker.require(target.dailyKcal, in: PlanLimits.dailyKcal, "\(path).dailyKcal")
            checker.require(target.proteinG, in: PlanLimits.macroG, "\(path).proteinG")
            checker.require(target.fatG, in: PlanLimits.macroG, "\(path).fatG")
            checker.require(target.carbohydrateG, in: PlanLimits.macroG, "\(path).carbohydrateG")
        }
    }

    private static func checkMeals(_ meals: [MealShare], _ checker: inout RuleChecker) {
        let names = Set(meals.map(\.meal))
        checker.require(!meals.isEmpty, "meals", .missing, "meals must name at least one.")
        checker.require(names.count == meals.count, "meals", .notAllowed, "meals must name each meal once.")
        for (index, meal) in meals.prefix(Meal.allCases.count).enumerated() {
            checker.require(meal.percent, in: PlanLimits.sharePercent, "meals[\(index)].percent")
        }
        let (sum, range) = (meals.reduce(0) { $0 + $1.percent }, PlanLimits.sharesSumPercent)
        checker.require(range.contains(sum), "meals", .outOfRange, "The percentages of the meals must add up to 100.")
    }

    private static func checkWords(_ words: [String]?, _ field: String, max: Int, _ checker: inout RuleChecker) {
        guard let words else { return }
        let message = "\(field) must have at most \(max)."
        checker.require(words.count <= max, field, .outOfRange, message, ["max": "\(max)"])
        for word in words.prefix(max) { checker.require(word, length: PlanLimits.textLength, field) }
    }

    private static func checkCandidates(_ candidates: [PlanCandidate], _ checker: inout RuleChecker) {
        let max = PlanLimits.candidatesMax
        let message = "candidates must have at most \(max)."
        checker.require(candidates.count <= max, "candidates", .outOfRange, message, ["max": "\(max)"])
        let isUnique = Set(candidates.map(\.foodId)).count == candidates.count
        checker.require(isUnique, "candidates", .notAllowed, "candidates must name each food once.")
        for (index, candidate) in candidates.prefix(max).enumerated() {
            check(candidate, "candidates[\(index)]", &checker)
            if checker.errors.count >= maximumErrors { return }
        }
    }

    private static func check(_ candidate: PlanCandidate, _ path: String, _ checker: inout RuleChecker) {
        checker.require(candidate.name, length: PlanLimits.textLength, "\(path).name")
        checker.require(candidate.category, length: PlanLimits.textLength, "\(path).category")
        let nutrients = candidate.per100G
        checker.require(nutrients.kcal, in: PlanLimits.kcalPer100G, "\(path).per100G.kcal")
        checker.require(nutrients.proteinG, in: PlanLimits.macroPer100G, "\(path).per100G.proteinG")
        checker.require(nutrients.fatG, in: PlanLimits.macroPer100G, "\(path).per100G.fatG")
        checker.require(nutrients.carbohydrateG, in: PlanLimits.macroPer100G, "\(path).per100G.carbohydrateG")
        checker.require(candidate.portions.count, in: PlanLimits.portionCounts, "\(path).portions")
        for portion in candidate.portions.prefix(PlanLimits.portionCounts.upperBound) {
            checker.require(portion.name, length: PlanLimits.textLength, "\(path).portions")
            checker.require(portion.grams, in: PlanLimits.portionG, "\(path).portions")
        }
        checkWords(candidate.allergens, "\(path).allergens", max: PlanLimits.tagsMax, &checker)
        checkWords(candidate.tags, "\(path).tags", max: PlanLimits.tagsMax, &checker)
    }
}
