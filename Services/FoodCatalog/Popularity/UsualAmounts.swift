import Contracts
import Storage

// The amounts that users usually log, as the diary's events report them.

extension FoodUse {
    /// Returns what a user usually logs of some foods, with one lookup for each.
    ///
    /// - Parameters:
    ///   - foods: The foods, as many as a page of results has.
    ///   - user: The user; nil for a request without one.
    ///   - reader: The database.
    /// - Returns: The amounts by food, without foods that the user does not log.
    /// - Throws: SQLite's errors.
    static func usualAmounts(
        of foods: [FoodID],
        for user: UserID?,
        _ reader: SQLReader
    ) throws -> [FoodID: UsualFoodAmount] {
        guard let user, !foods.isEmpty else { return [:] }
        var amounts: [FoodID: UsualFoodAmount] = [:]
        try reader.forEach(
            """
            SELECT food_use.food_id, grams, portion, quantity FROM json_each(?1) AS wanted
            CROSS JOIN food_use
            WHERE food_use.user_id = ?2 AND food_use.food_id = wanted.value AND grams IS NOT NULL
            """,
            [try JSONText(foods.map(\.description)).text, user.description]
        ) { row in
            guard let food = FoodID(row.text(0)) else { return true }
            let portion = row.optionalText(2)
            amounts[food] = UsualFoodAmount(
                grams: row.number(1),
                portion: portion,
                quantity: portion == nil || row.isNull(3) ? nil : row.number(3)
            )
            return true
        }
        return amounts
    }
}

extension UsualFoodAmount {
    /// Whether an entry may have the amount; imported entries may be larger, and are not offered again.
    var isLoggable: Bool {
        guard EntryLimits.grams.contains(grams) else { return false }
        switch (portion, quantity) {
        case (nil, nil): return true
        case (let portion?, let quantity?):
            return portion.utf8.count <= EntryLimits.nameBytesMax && EntryLimits.quantity.contains(quantity)
        default: return false
        }
    }
}
