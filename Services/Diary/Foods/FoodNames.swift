import Contracts
import Storage

// The names of foods and portions in the language of a user. An entry has those of the moment at which it was logged.
// All else, such as recent foods, has the present ones in the present language.

extension SQLReader {
    /// Returns the names of foods in the language of a user, as far as the local copies of the foods have them.
    ///
    /// - Parameters:
    ///   - foods: The foods.
    ///   - user: The user; the private foods of the user count, too.
    /// - Returns: The names; none if the language is unknown.
    /// - Throws: What the database throws.
    func foodNames(of foods: [FoodID], for user: UserID) throws -> [FoodID: String] {
        guard !foods.isEmpty, let language = try person(user).language else { return [:] }
        var names: [FoodID: String] = [:]
        try forEach(
            """
            SELECT stored_food.id, json_extract(snapshot, '$.names.' || ?1) FROM json_each(?2) AS wanted
            CROSS JOIN stored_food WHERE stored_food.user_id IN ('', ?3) AND stored_food.id = wanted.value
            ORDER BY stored_food.user_id
            """,
            [language, try JSONText(foods).text, user.description]
        ) { row in
            // The private copy of a food comes last, and counts.
            if let id = FoodID(row.text(0)), let name = row.optionalText(1) { names[id] = name }
            return true
        }
        return names
    }
}

extension SQLReader {
    /// Returns the portions of foods with their names in other languages, as far as there are local copies.
    ///
    /// - Parameters:
    ///   - foods: The foods.
    ///   - user: The user; the private foods of the user count, too.
    /// - Returns: The portions by food.
    /// - Throws: What the database throws.
    func portions(of foods: [FoodID], for user: UserID) throws -> [FoodID: [Portion]] {
        guard !foods.isEmpty else { return [:] }
        var portions: [FoodID: [Portion]] = [:]
        try forEach(
            """
            SELECT stored_food.id, json_extract(snapshot, '$.portions') FROM json_each(?1) AS wanted
            CROSS JOIN stored_food WHERE stored_food.user_id IN ('', ?2) AND stored_food.id = wanted.value
            ORDER BY stored_food.user_id
            """,
            [try JSONText(foods).text, user.description]
        ) { row in
            // The private copy of a food comes last, and counts.
            if let id = FoodID(row.text(0)), let text = row.optionalText(1) {
                portions[id] = try JSONText(text: text).decode([Portion].self)
            }
            return true
        }
        return portions
    }
}

extension [Food] {
    /// Returns the names of the foods in a language, as far as they have one.
    func names(in language: String?) -> [FoodID: String] {
        guard language != nil else { return [:] }
        return Dictionary(map { ($0.id, $0.name(in: language)) }) { first, _ in first }
    }
}

/// The texts of foods in the language of a user.
struct FoodTexts: Sendable {
    /// The names; a food that is not among them keeps its name.
    var names: [FoodID: String] = [:]
    /// The labels of portions, by food and name of the portion.
    private var portionLabels: [FoodID: [String: String]] = [:]

    /// Returns what to show instead of the name of a portion; nil if it has no other name.
    func label(of portion: String, of food: FoodID) -> String? { portionLabels[food]?[portion] }

    /// Adds the label of a portion.
    mutating func addLabel(_ label: String, of portion: String, of food: FoodID) {
        portionLabels[food, default: [:]][portion] = label
    }
}

extension DiaryPlan {
    /// Returns the plan as replies have it, with names, portions and pictures of its foods.
    ///
    /// - Parameter texts: The names and labels in the user's language.
    /// - Returns: The plan.
    func shown(with texts: FoodTexts) -> DiaryPlan {
        var plan = self
        for day in plan.menu.days.indices {
            for meal in plan.menu.days[day].meals.indices {
                for item in plan.menu.days[day].meals[meal].items.indices {
                    let dish = plan.menu.days[day].meals[meal].items[item]
                    plan.menu.days[day].meals[meal].items[item] = dish.shown(
                        name: texts.names[dish.foodId],
                        portionLabel: texts.label(of: dish.portion, of: dish.foodId)
                    )
                }
            }
        }
        return plan
    }
}

extension PlannedItem {
    /// Returns the dish as replies have it, with the picture of its food.
    ///
    /// - Parameters:
    ///   - name: The name of the food in the user's language; nil to keep the stored one.
    ///   - portionLabel: What to show instead of the name of the portion; nil if it has no other name.
    /// - Returns: The dish, which must not be stored.
    func shown(name: String?, portionLabel: String?) -> PlannedItem {
        var dish = self
        dish.name = name ?? dish.name
        dish.portionLabel = portionLabel
        dish.picture = FoodPicture.path(of: foodId)
        return dish
    }
}
