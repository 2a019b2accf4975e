/// Rules for recipes; the catalog also checks the totals, which depend on the ingredients' foods.
extension RecipeChange {
    /// The rules of a new recipe.
    static let rulesOfNew = Rules<Self>(
        [.required(\.name), .required(\.servings), .required(\.ingredients)],
        rules
    )

    /// The rules of a change.
    static let rulesOfChange = Rules<Self>(
        [.notNull(\.name), .notNull(\.servings), .notNull(\.ingredients)],
        rules
    )

    private typealias Limits = RecipeLimits

    private static let rules: [Rule<Self>] = [
        .text(\.name, OwnFoodLimits.nameLength),
        .language(\.language),
        .range(\.servings, Limits.servings),
        .range(\.cookedGrams, Limits.cookedGrams),
        .noAddress(\.imageURL),
        .items(\.ingredients, 1...Limits.ingredientsMax),
        .each(\.ingredients, RecipePart.rules, first: Limits.ingredientsMax),
        .field(\.steps, [("", .items(0...Limits.stepsMax)), ("[]", .length(Limits.stepLength))]) {
            steps,
            name,
            checker in
            let bytes = steps.reduce(0) { $0 + $1.utf8.count }
            checker.require(
                steps.count <= Limits.stepsMax && bytes <= Limits.stepsBytesMax,
                name,
                .tooLong,
                "\(name) may have \(Limits.stepsMax) items and \(Limits.stepsBytesMax) bytes at most.",
                ["max": "\(Limits.stepsMax)", "bytesMax": "\(Limits.stepsBytesMax)"]
            )
            for (index, step) in steps.prefix(Limits.stepsMax).enumerated() {
                checker.require(step, length: Limits.stepLength, "\(name)[\(index)]")
            }
        },
    ]
}

extension RecipePart {
    fileprivate static let rules: Rules<Self> = [.range(\.grams, RecipeLimits.ingredientGrams)]
}
