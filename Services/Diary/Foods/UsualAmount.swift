import Contracts
import Storage

/// The amount of a food that a user is likely to log next.
enum UsualAmount: Sendable, Equatable {
    case grams(Double)
    case portion(Portion, quantity: Double)
}

extension SQLReader {
    /// Returns the amount of the newest entry with a food; nil if the user has none.
    func lastAmount(of food: FoodID, _ user: UserID) throws -> UsualAmount? {
        try first(
            """
            SELECT entry.grams, entry.portion, entry.portion_grams, entry.quantity
            FROM food_use CROSS JOIN entry ON entry.user_id = food_use.user_id AND entry.id = food_use.last_entry
            WHERE food_use.user_id = ? AND food_use.food_id = ? AND food_use.meal = ?
            """,
            [user.description, food.description, FoodUseRow.anyMeal]
        ) { row in
            guard let name = row.optionalText(1) else { return .grams(row.number(0)) }
            return .portion(Portion(name: name, grams: row.number(2)), quantity: row.number(3))
        }
    }

    /// Returns what the first step puts into the cart.
    func firstAmount(of food: Food, _ choice: DiaryCartItemsSet.First, _ user: UserID) throws -> UsualAmount {
        if choice == .usual, let last = try lastAmount(of: food.id, user) { return last }
        if let portion = food.portions.first { return .portion(portion, quantity: 1) }
        return .grams(choice == .usual ? DiaryCartItemsSet.gramsAtFirst : DiaryCartItemsSet.gramsPerStep)
    }
}
