/// Rules for the foods of the list.
extension HealthyFoodChange {
    /// The rules of a new food.
    public static let rulesOfNew = Rules<Self>(
        [.required(\.name), .required(\.kcal), .required(\.description), .required(\.category)],
        rules
    )

    /// The rules of a change.
    static let rulesOfChange = Rules<Self>(
        [.notNull(\.name), .notNull(\.kcal), .notNull(\.description), .notNull(\.category)],
        rules
    )

    private typealias Limits = HealthyFoodLimits

    private static let rules: [Rule<Self>] = [
        .text(\.name, OwnFoodLimits.nameLength),
        .texts(\.names, OwnFoodLimits.nameLength),
        .text(\.description, Limits.descriptionLength),
        .texts(\.descriptions, Limits.descriptionLength),
        .text(\.category, Limits.categoryLength),
        .range(\.kcal, 0...OwnFoodLimits.kcalMax),
        .address(\.imageURL),
        .address(\.recipeURL),
    ]
}
