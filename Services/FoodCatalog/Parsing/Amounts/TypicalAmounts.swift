import Contracts

/// Amounts of a food for which neither the meal nor the food says any.
enum TypicalAmounts {
    /// Grams of a food without any other information.
    static let anyGrams = 100.0
    /// A drink in a glass, a can and a bottle.
    static let glassGrams = 240.0
    private static let canGrams = 330.0
    private static let bottleGrams = 500.0

    /// Grams by a text that the category contains; the first line applies.
    ///
    /// After the reference amounts of the US Food
    /// and Drug Administration (21 CFR 101.12), rounded, and before ``NaturalPortions``.
    private static let lines: [(category: String, grams: Double)] = [
        ("Spices", 2), ("Sugars and honey", 8), ("Sugar substitutes", 2), ("condiments", 10), ("dressings", 14),
        ("Fats and Oils", 14), ("Butter and animal fats", 10), ("Margarine", 10), ("Mayonnaise", 14),
        ("Jams, syrups", 20), ("Cream and cream substitutes", 15), ("Cream cheese, sour cream", 20),
        ("Dips, gravies", 40), ("Pasta sauces", 125), ("Olives, pickles", 40), ("Dried fruits", 30),
        ("Nut and Seed", 28),
        ("Nuts and seeds", 28), ("Tortilla, corn, other chips", 28), ("Potato chips", 28), ("Popcorn", 24),
        ("Crackers", 20), ("Coffee", glassGrams), ("Tea", glassGrams), ("Wine", 147), ("Beer", 356), ("Liquor", 44),
        ("juice", glassGrams), ("drink", 330), ("Water", glassGrams), ("water", glassGrams), ("Beverages", glassGrams),
        ("Ice cream", 100), ("Candy", 40), ("Pizza", 120), ("Sausages", 55), ("Cold cuts", 50), ("Bacon", 16),
        ("sushi", 160), ("Burgers", 150), ("Fried rice", 200), ("sandwich", 150), ("soups", 245), ("Soups", 245),
        ("Stir-fry", 200), ("Finfish", 120), ("Poultry Products", 120), ("Beef Products", 120), ("Pork Products", 120),
        ("Restaurant", 250), ("Meals, Entrees", 250), ("mixed dishes", 200), ("Legumes", 130),
        ("Breakfast Cereals", 40),
        ("Pineapple", 165), ("Cabbage", 90), ("Other fruits", 140), ("Mango", 165), ("Turnovers", 150),
        ("dumplings", 150), ("Snacks", 40),
        ("Fruits and", 140), ("Vegetables and", 85),
    ]

    /// A salad as a dish, in the category of lettuce.
    private static let saladGrams = 200.0

    /// Returns the usual grams of a food by its category; nil if that has no line.
    static func grams(of food: Food) -> Double? {
        guard let category = food.category else { return nil }
        if food.type == FoodType.dish.rawValue, category.containsBytes(of: "salads") { return saladGrams }
        return lines.first { category.containsBytes(of: $0.category) }?.grams
            ?? NaturalPortions.line(for: category)?.portion.grams
    }

    /// Grams of a nut, between a peanut and a walnut.
    private static let nutGrams = 1.5

    /// Returns the grams of one small piece of a food that is eaten by the handful; nil for other foods.
    static func pieceGrams(of food: Food) -> Double? {
        ["Nuts", "Nut and"].contains(where: (food.category ?? "").containsBytes) ? nutGrams : nil
    }

    /// A handful of fruit or vegetables, and a scoop of ice cream; of other foods as the units say.
    private static let handfulOfFruit = 80.0
    private static let scoopOfIceCream = 60.0
    /// Texts of categories of fruit and vegetables.
    private static let freshByHandful = ["ruit", "erries", "Grapes", "egetable"]

    /// Returns the grams of a unit that a food does not have as a portion; nil if they depend on the food.
    static func grams(of unit: MeasureUnit, _ category: String, isDrink: Bool) -> Double? {
        switch unit.noun {
        case "can" where isDrink: canGrams
        case "bottle" where isDrink: bottleGrams
        case "container" where isDrink, "package" where isDrink: glassGrams
        case "handful" where category.containsBytes(of: "Dried"): unit.typicalGrams
        case "handful" where freshByHandful.contains(where: category.containsBytes): handfulOfFruit
        case "scoop" where category.containsBytes(of: "Ice cream"): scoopOfIceCream
        default: unit.typicalGrams
        }
    }

    /// Texts of categories of foods that are poured.
    private static let drinks = [
        "Milk", "milk", "juice", "Juice", "drink", "Beer", "Wine", "Coffee", "Tea", "water", "Water", "Beverages",
        "Smoothies",
        "Liquor",
    ]

    /// Returns whether a food is a drink or a soup.
    static func isPoured(_ food: Food) -> Bool { isDrink(food) || food.category?.containsBytes(of: "Soup") == true }

    static func isDrink(_ food: Food) -> Bool {
        let category = food.category ?? ""
        return drinks.contains { category.containsBytes(of: $0) } && !category.containsBytes(of: "Fruits")
    }
}
