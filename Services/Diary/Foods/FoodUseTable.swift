import Contracts
import Storage

/// The use of a food by an entry: the food, the meal, the time and the amount.
struct FoodUse: Equatable {
    let food: FoodID
    let meal: Meal
    let at: String
    let amount: UsualFoodAmount?

    /// Returns whether another use differs in its amount at most.
    func isSame(exceptAmountAs other: FoodUse) -> Bool {
        (food, meal, at) == (other.food, other.meal, other.at)
    }
}

extension FoodUse {
    /// Returns nil for an entry of bare energy.
    init?(_ entry: DiaryEntry) {
        guard let food = entry.foodId else { return nil }
        let amount = UsualFoodAmount(entry.grams, entry.portion, entry.quantity)
        self.init(food: food, meal: entry.meal, at: entry.at, amount: amount)
    }
}

extension SQLReader {
    /// Returns an entry's use of a food; nil if it has no food or does not exist.
    func entryFoodUse(of id: EntryID, _ user: UserID) throws -> FoodUse? {
        let key: [SQLValue?] = [user.description, id.description]
        let columns = "food_id, meal, at, grams, portion, quantity"
        guard let row = try row("SELECT \(columns) FROM entry WHERE user_id = ? AND id = ?", key),
            let food: String = row.optional("food_id")
        else { return nil }
        return FoodUse(
            food: try FoodUseRow.food(food),
            meal: try FoodUseRow.meal(try row.value("meal")),
            at: try row.value("at"),
            amount: UsualFoodAmount(row.optional("grams"), row.optional("portion"), row.optional("quantity"))
        )
    }

    /// Returns a user's uses of one food.
    func foodUse(of food: FoodID, _ user: UserID) throws -> FoodLogged {
        let row = try row(
            "\(FoodUseRow.selection) AND total.user_id = ? AND total.food_id = ? AND total.meal = 'any'",
            [user.description, food.description]
        )
        return try row?.foodLogged() ?? FoodLogged(foodId: food, count: 0, lastAt: nil, lastMeal: nil)
    }

    /// Returns a user's uses of every food.
    func foodUses(of user: UserID) throws -> [FoodLogged] {
        try rows(
            "\(FoodUseRow.selection) AND total.user_id = ? AND total.meal = 'any' ORDER BY total.food_id",
            [user.description]
        ).map { try $0.foodLogged() }
    }
}

extension SQLTransaction {
    /// Counts one more entry with a food.
    func addUse(_ use: FoodUse, of user: UserID) throws {
        try execute(
            """
            INSERT INTO food_use (user_id, food_id, meal, count, last_at, last_entry)
            SELECT user_id, food_id, meal, 1, at, id FROM entry
            WHERE user_id = ? AND food_id = ? AND meal = ? ORDER BY at DESC, id DESC LIMIT 1
            ON CONFLICT (user_id, food_id, meal) DO UPDATE SET
                count = food_use.count + 1, last_at = excluded.last_at, last_entry = excluded.last_entry
            """,
            use.key(of: user)
        )
    }

    /// Counts one entry less with a food.
    func removeUse(_ use: FoodUse, of user: UserID) throws {
        let wasLast = try execute(
            "DELETE FROM food_use WHERE user_id = ? AND food_id = ? AND meal = ? AND count = 1",
            use.key(of: user)
        )
        guard wasLast == 0 else { return }
        try execute(
            """
            UPDATE food_use SET count = count - 1, (last_at, last_entry) = (
                SELECT at, id FROM entry
                WHERE user_id = food_use.user_id AND food_id = food_use.food_id AND meal = food_use.meal
                ORDER BY at DESC, id DESC LIMIT 1
            ) WHERE user_id = ? AND food_id = ? AND meal = ?
            """,
            use.key(of: user)
        )
    }

    /// Recomputes the uses of a food over all meals.
    func sumUses(of food: FoodID, _ user: UserID) throws {
        let key: [SQLValue?] = [user.description, food.description]
        let changed = try execute(
            """
            INSERT INTO food_use (user_id, food_id, meal, count, last_at, last_entry)
            SELECT user_id, food_id, 'any', sum(count) OVER (), last_at, last_entry FROM food_use
            WHERE user_id = ? AND food_id = ? AND meal <> 'any' ORDER BY last_at DESC, last_entry DESC LIMIT 1
            ON CONFLICT (user_id, food_id, meal) DO UPDATE SET
                count = excluded.count, last_at = excluded.last_at, last_entry = excluded.last_entry
            """,
            key
        )
        guard changed == 0 else { return }
        try execute("DELETE FROM food_use WHERE user_id = ? AND food_id = ? AND meal = 'any'", key)
    }
}

extension FoodUse {
    fileprivate func key(of user: UserID) -> [SQLValue?] { [user.description, food.description, meal.rawValue] }
}

/// Constants and conversions of rows of `food_use`.
enum FoodUseRow {
    /// The meal of the row that holds the sum of all meals.
    static let anyMeal = "any"

    /// Selects the sums, each with the meal and the amount of its newest entry.
    ///
    /// LEFT JOIN: while an entry is being removed, the sum still names it.
    static let selection = """
        SELECT total.food_id, total.count, total.last_at, part.meal AS last_meal, entry.grams AS last_grams,
            entry.portion AS last_portion, entry.quantity AS last_quantity
        FROM food_use AS total CROSS JOIN food_use AS part
        LEFT JOIN entry ON entry.user_id = total.user_id AND entry.id = total.last_entry
        WHERE part.user_id = total.user_id AND part.food_id = total.food_id AND part.meal <> 'any'
            AND part.last_entry = total.last_entry
        """

    static func food(_ text: String) throws(ServiceError) -> FoodID {
        guard let food = FoodID(text) else { throw unreadable }
        return food
    }

    static func meal(_ text: String) throws(ServiceError) -> Meal {
        guard let meal = Meal(rawValue: text) else { throw unreadable }
        return meal
    }

    static let unreadable = ServiceError(.internalError, "The diary holds an unreadable use of a food.")
}

extension SQLRow {
    fileprivate func foodLogged() throws -> FoodLogged {
        FoodLogged(
            foodId: try FoodUseRow.food(try value("food_id")),
            count: try value("count"),
            lastAt: try value("last_at"),
            lastMeal: try FoodUseRow.meal(try value("last_meal")),
            lastAmount: UsualFoodAmount(optional("last_grams"), optional("last_portion"), optional("last_quantity"))
        )
    }
}

extension UsualFoodAmount {
    /// Returns nil for an entry without a weight.
    fileprivate init?(_ grams: Double?, _ portion: String?, _ quantity: Double?) {
        guard let grams else { return nil }
        self.init(grams: grams, portion: portion, quantity: quantity)
    }
}
