import Contracts

/// A healthy food as it is kept, in every language.
struct HealthyFoodRow: Sendable, Equatable {
    let id: HealthyFoodID
    /// In English, as `description`.
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

    /// The food as it is listed.
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

    /// The food with all that is known of it.
    func detailed(in language: String?) -> HealthyFood {
        var food = listed(in: language)
        food.names = names.merging(["en": name]) { other, _ in other }
        food.descriptions = descriptions.merging(["en": description]) { other, _ in other }
        return food
    }

    /// Makes a change that was found in order.
    mutating func apply(_ change: HealthyFoodChange) {
        if let name = change.name.value { self.name = FoodIntake.tidied(name) }
        if change.names.isChange { names = change.names.value ?? [:] }
        if let kcal = change.kcal.value { self.kcal = kcal }
        if let description = change.description.value { self.description = description }
        if change.descriptions.isChange { descriptions = change.descriptions.value ?? [:] }
        if change.imageURL.isChange { imageURL = change.imageURL.value }
        if change.recipeURL.isChange { recipeURL = change.recipeURL.value }
        if let category = change.category.value { self.category = FoodIntake.tidied(category) }
        if change.foodId.isChange { foodId = change.foodId.value }
    }
}

extension [String: String] {
    /// The text in a language, of which only the first part counts: `uk-UA` is read by who reads `uk`.
    fileprivate func value(in language: String?) -> String? {
        guard let language = language?.lowercased() else { return nil }
        return self[language] ?? language.split(separator: "-").first.flatMap { self[String($0)] }
    }
}
