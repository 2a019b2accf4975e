import Contracts
import Storage

/// The amount of a food that a user is likely to log next.
enum UsualAmount: Sendable, Equatable {
    case grams(Double)
    case portion(Portion, quantity: Double)

    /// The amount of a food that the user has not logged before: its first portion, else 100 g.
    init(firstOf food: Food) {
        self = food.portions.first.map { .portion($0, quantity: 1) } ?? .grams(DiaryCartItemsSet.gramsAtFirst)
    }

    /// Reads weight, name and weight of the portion, and quantity of an entry, from a column on.
    init(_ row: borrowing SQLCursorRow, from column: Int) {
        if let name = row.optionalText(column + 1) {
            let portion = Portion(name: name, grams: row.number(column + 2))
            self = .portion(portion, quantity: row.number(column + 3))
        } else {
            self = .grams(row.number(column))
        }
    }

    /// The weight in grams.
    var weight: Double {
        switch self {
        case .grams(let grams): grams
        case .portion(let portion, let quantity): (portion.grams * quantity).inHundredths
        }
    }

    var portion: Portion? {
        if case .portion(let portion, _) = self { portion } else { nil }
    }

    /// The number of portions; nil for an amount by weight.
    var quantity: Double? {
        if case .portion(_, let quantity) = self { quantity } else { nil }
    }
}

extension SQLReader {
    /// Returns the amount of the newest entry with a food; nil if the user has none.
    private func lastAmount(of food: FoodID, _ user: UserID) throws -> UsualAmount? {
        try first(
            """
            SELECT entry.grams, entry.portion, entry.portion_grams, entry.quantity
            FROM food_use CROSS JOIN entry
            WHERE entry.user_id = food_use.user_id AND entry.id = food_use.last_entry
                AND food_use.user_id = ? AND food_use.food_id = ? AND food_use.meal = ?
            """,
            [user.description, food.description, FoodUseRow.anyMeal],
            { UsualAmount($0, from: 0) }
        )
    }

    /// Returns what the first step puts into the cart.
    func firstAmount(of food: Food, _ choice: DiaryCartItemsSet.First, _ user: UserID) throws -> UsualAmount {
        switch choice {
        case .usual: return try lastAmount(of: food.id, user) ?? UsualAmount(firstOf: food)
        case .step:
            return food.portions.first.map { .portion($0, quantity: 1) } ?? .grams(DiaryCartItemsSet.gramsPerStep)
        }
    }
}
