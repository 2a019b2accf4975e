import Contracts
import JSONCoding

/// A healthy food as stored, in every language.
struct HealthyFoodRow: Sendable, Equatable {
    let id: HealthyFoodID
    /// In English, as is `description`.
    var name = ""
    var names: [String: String] = [:]
    var kcal = 0.0
    var description = ""
    var descriptions: [String: String] = [:]
    var imageURL: String?
    var recipeURL: String?
    var category = ""
    var foodId: FoodID?
    var version = 1

    init(id: HealthyFoodID) {
        self.id = id
    }

    /// Returns the food as a list item.
    func listed(in language: String?) -> HealthyFood {
        HealthyFood(
            id: id,
            name: names.value(in: language) ?? name,
            kcal: kcal,
            description: descriptions.value(in: language) ?? description,
            imageURL: imageURL,
            recipeURL: recipeURL,
            category: category,
            foodId: foodId,
            version: version
        )
    }

    /// Returns the food with its texts in every language.
    func detailed(in language: String?) -> HealthyFood {
        var food = listed(in: language)
        food.names = names.merging(["en": name]) { other, _ in other }
        food.descriptions = descriptions.merging(["en": description]) { other, _ in other }
        return food
    }

    /// Applies a change that satisfies its rules.
    mutating func apply(_ change: HealthyFoodChange) {
        if let name = change.name.value { self.name = FoodValidator.tidied(name) }
        if change.names.isChange { names = change.names.value ?? [:] }
        if let kcal = change.kcal.value { self.kcal = kcal }
        if let description = change.description.value { self.description = description }
        if change.descriptions.isChange { descriptions = change.descriptions.value ?? [:] }
        if change.imageURL.isChange { imageURL = change.imageURL.value }
        if change.recipeURL.isChange { recipeURL = change.recipeURL.value }
        if let category = change.category.value { self.category = FoodValidator.tidied(category) }
        if change.foodId.isChange { foodId = change.foodId.value }
    }
}

extension [String: String] {
    /// Returns the text in a language, or else in its primary subtag: `uk` for `uk-UA`.
    fileprivate func value(in language: String?) -> String? {
        guard let language = language?.lowercased() else { return nil }
        return self[language] ?? language.split(separator: "-").first.flatMap { self[String($0)] }
    }
}
