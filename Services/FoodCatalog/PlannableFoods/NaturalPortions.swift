package import Contracts

/// Typical portions and meals by food category, for the starter catalog, in which most foods as eaten have no portions.
///
/// The portions are rounded household measures, after the reference amounts of the US Food and Drug Administration
/// (21 CFR 101.12). The first line with a text that the category contains applies. Categories without a line are not
/// planned by themselves (baby food, spices, alcohol, dishes of restaurants). `portion-names.csv` has the names of the
/// portions in other languages.
package enum NaturalPortions {
    /// The portion in which foods of a category are eaten, and the meals that they suit.
    package struct Line: Sendable {
        let category: String
        package let portion: Portion
        package let meals: [Meal]

        init(_ category: String, _ name: String, _ grams: Double, _ meals: [Meal]) {
            self.category = category
            portion = Portion(name: name, grams: grams)
            self.meals = meals
        }

        /// Returns the portions of a food for menus.
        ///
        /// Household measures include teaspoons and whole cakes, which no meal has.
        ///
        /// - Parameter own: The portions of the food.
        /// - Returns: Those that weigh between half and twice the natural portion; the natural portion if none does.
        package func portions(_ own: [Portion]) -> [Portion] {
            let factor = NaturalPortions.weightFactorMax
            let range = portion.grams / factor...portion.grams * factor
            let suitable = own.filter { range.contains($0.grams) }.prefix(PlanLimits.portionsMax)
            return suitable.isEmpty ? [portion] : Array(suitable)
        }
    }

    /// Maximum ratio of a food's own portion to the natural one, in either direction.
    private static let weightFactorMax = 2.0

    private static let anyMeal: [Meal] = [.breakfast, .lunch, .dinner]
    private static let early: [Meal] = [.breakfast, .snack]
    private static let cooked: [Meal] = [.lunch, .dinner]

    package static let lines = [
        Line("Cottage/ricotta cheese", "1 cup", 110, early),
        Line("Cream cheese", "1 tablespoon", 15, [.breakfast]),
        Line("Macaroni and cheese", "1 bowl", 200, cooked),
        Line("Cheese sandwiches", "1 sandwich", 120, [.lunch]),
        Line("Cheese", "1 slice", 30, [.breakfast, .lunch, .snack]),
        Line("Milk, ", "1 glass", 240, early),
        Line("Plant-based milk", "1 glass", 240, early),
        Line("Yogurt", "1 cup", 170, early),
        Line("Eggs and omelets", "1 serving", 110, [.breakfast, .lunch]),
        Line("Ready-to-eat cereal", "1 bowl", 40, [.breakfast]),
        Line("Oatmeal", "1 bowl", 240, [.breakfast]),
        Line("Grits and other cooked cereals", "1 bowl", 240, [.breakfast]),
        Line("Yeast breads", "1 slice", 30, anyMeal),
        Line("Rolls and buns", "1 roll", 50, anyMeal),
        Line("Bagels", "1 piece", 70, [.breakfast]),
        Line("Tortillas", "1 piece", 45, cooked),
        Line("Bananas", "1 piece", 120, early),
        Line("Apples", "1 piece", 180, early),
        Line("Citrus fruits", "1 piece", 130, early),
        Line("Pears", "1 piece", 170, early),
        Line("berries", "1 cup", 145, early),
        Line("Grapes", "1 cup", 150, [.snack]),
        Line("Peaches", "1 piece", 150, early),
        Line("Melons", "1 slice", 150, early),
        Line("Dried fruits", "1 handful", 30, early),
        Line("Nuts and seeds", "1 handful", 30, early),
        Line("bars", "1 bar", 45, [.snack]),
        Line("Rice mixed dishes", "1 serving", 200, cooked),
        Line("Rice", "1 serving", 160, cooked),
        Line("Pasta, noodles", "1 serving", 140, cooked),
        Line("Pasta mixed dishes", "1 serving", 250, cooked),
        Line("White potatoes", "1 piece", 170, cooked),
        Line("Mashed potatoes", "1 serving", 200, cooked),
        Line("Chicken, whole pieces", "1 serving", 120, cooked),
        Line("Turkey, duck", "1 serving", 120, cooked),
        Line("Beef, excludes ground", "1 serving", 120, cooked),
        Line("Ground beef", "1 serving", 110, cooked),
        Line("Pork", "1 serving", 120, cooked),
        Line("Seafood mixed dishes", "1 serving", 220, cooked),
        Line("Seafood sandwiches", "1 sandwich", 150, [.lunch]),
        Line("Fish", "1 fillet", 130, cooked),
        Line("Shellfish", "1 serving", 110, cooked),
        Line("Meat mixed dishes", "1 serving", 240, cooked),
        Line("Poultry mixed dishes", "1 serving", 240, cooked),
        Line("Beans, peas, legumes", "1 serving", 130, cooked),
        Line("Soy and meat-alternative", "1 serving", 100, cooked),
        Line("Tomatoes", "1 piece", 120, anyMeal),
        Line("Carrots", "1 serving", 80, [.lunch, .dinner, .snack]),
        Line("Other dark green vegetables", "1 serving", 90, cooked),
        Line("Other red and orange vegetables", "1 serving", 90, cooked),
        Line("Other vegetables", "1 serving", 90, cooked),
        Line("Broccoli", "1 serving", 90, cooked),
        Line("String beans", "1 serving", 100, cooked),
        Line("Lettuce", "1 bowl", 80, cooked),
        Line("Corn", "1 serving", 100, cooked),
        Line("Vegetable dishes", "1 serving", 160, cooked),
        Line("Soups", "1 bowl", 245, cooked),
        Line("Salad dressings", "1 tablespoon", 15, cooked),
        Line("Butter and animal fats", "1 teaspoon", 5, anyMeal),
        Line("Jams", "1 tablespoon", 20, [.breakfast]),
        Line("Sugars and honey", "1 tablespoon", 20, [.breakfast]),
        Line("Pizza", "1 slice", 110, cooked),
        Line("Burritos", "1 piece", 200, cooked),
        Line("Smoothies", "1 glass", 250, early),
        Line("Cookies", "1 piece", 25, [.snack]),
    ]

    /// Returns the line for a category; nil if its foods are not planned.
    package static func line(for category: String) -> Line? {
        guard !category.hasPrefix("Baby") else { return nil }
        return lines.first { category.containsBytes(of: $0.category) }
    }
}
