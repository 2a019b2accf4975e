/// Rules that requests for menus share.
extension Rule {
    /// Requires meals with shares of the day's energy that add up to 100 %, each meal once.
    static func mealShares<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule
    where Field.RuleValue == [MealShare] {
        .all([
            .field(path, [("", .items(1...Meal.allCases.count))]) { meals, name, checker in
                if meals.isEmpty { checker.reject(name, .missing, "{field} must name at least one.") }
            },
            .custom(path, .notAllowed, "{field} must name each meal once.") { meals in
                Set(meals.map(\.meal)).count == meals.count
            },
            .each(path, MealShare.rules, first: Meal.allCases.count),
            .custom(path, .outOfRange, "The percentages of the meals must add up to 100.") { meals in
                PlanLimits.sharesSumPercent.contains(meals.reduce(0) { $0 + $1.percent })
            },
        ])
    }

    /// Requires the name of a plan: visible, in one line, and short enough for lists.
    static func planName<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        .all([.length(path, PlanLimits.nameLength), .entryText(path)])
    }

    /// Requires foods that a menu may contain, each once.
    static func planCandidates<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule
    where Field.RuleValue == [PlanCandidate] {
        .all([
            .countAtMost(path, PlanLimits.candidatesMax),
            .custom(path, .notAllowed, "{field} must name each food once.") { candidates in
                Set(candidates.map(\.foodId)).count == candidates.count
            },
            .each(
                path,
                PlanCandidate.rules,
                first: PlanLimits.candidatesMax,
                errorsMax: PlanLimits.candidateErrorsMax
            ),
        ])
    }

    /// Requires a list of at most so many words, each of some length.
    static func words<Field: RuleField & Sendable>(_ path: Path<Field>, max: Int) -> Rule
    where Field.RuleValue == [String] {
        .all([.countAtMost(path, max), .eachLength(path, PlanLimits.textLength, first: max)])
    }

    /// Requires a list of at most so many items.
    static func countAtMost<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ max: Int
    ) -> Rule where Field.RuleValue: Collection & Sendable {
        .items(path, 0...max, .outOfRange, "{field} must have at most \(max).", ["max": "\(max)"])
    }
}
