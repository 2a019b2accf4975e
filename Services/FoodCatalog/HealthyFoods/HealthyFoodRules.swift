import Contracts
import JSONCoding

/// Validation rules for the foods of the list.
enum HealthyFoodRules {
    private typealias Limits = HealthyFoodLimits

    /// Checks a change, or all fields of a new food.
    ///
    /// - Throws: `invalid` with every violation.
    static func check(_ change: HealthyFoodChange, isNew: Bool) throws(ServiceError) {
        var checker = RuleChecker()
        let needed: [(String, isGiven: Bool, isCleared: Bool)] = [
            ("name", change.name.value != nil, change.name == .cleared),
            ("kcal", change.kcal.value != nil, change.kcal == .cleared),
            ("description", change.description.value != nil, change.description == .cleared),
            ("category", change.category.value != nil, change.category == .cleared),
        ]
        for (field, isGiven, isCleared) in needed {
            checker.require(!isNew || isGiven, field, .missing, "\(field) is missing.")
            checker.require(
                isNew || !isCleared,
                field,
                .notAllowed,
                "\(field) always has a value and cannot be null."
            )
        }
        checkTexts(change, &checker)
        checker.require(change.kcal.value, in: 0...OwnFoodLimits.kcalMax, "kcal")
        checker.requireAddress(change.imageURL.value, "imageURL")
        checker.requireAddress(change.recipeURL.value, "recipeURL")
        try checker.finish()
    }

    private static func checkTexts(_ change: HealthyFoodChange, _ checker: inout RuleChecker) {
        checker.require(
            change.name.value,
            length: OwnFoodLimits.nameLength,
            bytesMax: OwnFoodLimits.nameBytesMax,
            "name",
            hasWords: true
        )
        checker.requireNames(
            change.names.value,
            length: OwnFoodLimits.nameLength,
            bytesMax: OwnFoodLimits.nameBytesMax,
            "names"
        )
        checker.require(
            change.description.value,
            length: Limits.descriptionLength,
            bytesMax: Limits.descriptionBytesMax,
            "description",
            hasWords: true
        )
        checker.requireNames(
            change.descriptions.value,
            length: Limits.descriptionLength,
            bytesMax: Limits.descriptionBytesMax,
            "descriptions"
        )
        checker.require(
            change.category.value,
            length: Limits.categoryLength,
            bytesMax: Limits.categoryBytesMax,
            "category",
            hasWords: true
        )
    }
}
