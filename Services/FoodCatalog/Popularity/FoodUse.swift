package import Contracts
package import Storage

/// How often foods are logged, per user and in total, and in which amount, according to the diary's events.
package enum FoodUse {
    /// Uses of one food by all users.
    package struct Popularity: Sendable, Equatable {
        /// The number of its entries in all diaries.
        package var uses: Int
        /// The number of users with such entries.
        package var users: Int

        package init(uses: Int, users: Int) {
            self.uses = uses
            self.users = users
        }
    }

    /// Called in the transaction in which the number of a food's users changes, with the old and the new number.
    package typealias PopularityChange =
        @Sendable (
            _ food: FoodID, _ oldUsers: Int, _ newUsers: Int, SQLTransaction
        ) throws -> Void

    /// Maximum number of counted uses per user and food: two hundred years with the maximum number of entries per day.
    ///
    /// Higher counts are clamped. An integer overflow in a total would fail the transaction and block all later events.
    package static let usesMax = 36_500_000

    /// Returns the foods that a user uses most often; among equals the most recently used first.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - reader: The database.
    ///   - limit: Maximum number of foods; the index is read no further.
    /// - Returns: Each food once, with its number of entries in the diary.
    /// - Throws: SQLite's errors.
    package static func of(_ user: UserID, _ reader: SQLReader, limit: Int) throws -> [(foodID: FoodID, uses: Int)] {
        try reader.rows(
            """
            SELECT food_id, uses FROM food_use WHERE user_id = ?
            ORDER BY uses DESC, last_at DESC, food_id DESC LIMIT ?
            """,
            [user.description, limit]
        ).map { (try $0.foodID(), try $0.value("uses")) }
    }

    /// Returns the total uses of the given foods, with one lookup for each.
    ///
    /// - Parameters:
    ///   - foods: The foods.
    ///   - reader: The database.
    /// - Returns: The totals by food, without foods that no user uses.
    /// - Throws: SQLite's errors.
    package static func popularity(of foods: [FoodID], _ reader: SQLReader) throws -> [FoodID: Popularity] {
        let rows = try reader.rows(
            """
            SELECT food_id, uses, users FROM json_each(?) AS wanted
            CROSS JOIN food_popularity WHERE food_popularity.food_id = wanted.value
            """,
            [try JSONText(foods.map(\.description)).text]
        )
        return Dictionary(
            try rows.map { (try $0.foodID(), Popularity(uses: try $0.value("uses"), users: try $0.value("users"))) }
        ) { first, _ in first }
    }

    /// Sets a user's uses of a food and updates the totals.
    static func set(
        _ change: FoodLogged,
        of user: UserID,
        _ transaction: SQLTransaction,
        _ onChange: PopularityChange
    ) throws {
        let key: [SQLValue?] = [user.description, change.foodId.description]
        let old: Int =
            try transaction.reader.scalar("SELECT uses FROM food_use WHERE user_id = ? AND food_id = ?", key) ?? 0
        let new = min(max(0, change.count), usesMax)
        if new == 0 {
            try transaction.execute("DELETE FROM food_use WHERE user_id = ? AND food_id = ?", key)
        } else {
            let amount = change.lastAmount.flatMap { $0.isLoggable ? $0 : nil }
            try transaction.execute(
                """
                INSERT INTO food_use (user_id, food_id, uses, last_at, grams, portion, quantity)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (user_id, food_id) DO UPDATE SET uses = excluded.uses, last_at = excluded.last_at,
                    grams = excluded.grams, portion = excluded.portion, quantity = excluded.quantity
                """,
                key + [new, change.lastAt ?? "", amount?.grams, amount?.portion, amount?.quantity]
            )
        }
        try add(new - old, users: (new > 0 ? 1 : 0) - (old > 0 ? 1 : 0), to: change.foodId, transaction, onChange)
    }

    /// Removes all uses of a user and subtracts them from the totals.
    static func remove(_ user: UserID, _ transaction: SQLTransaction, _ onChange: PopularityChange) throws {
        let uses = try of(user, transaction.reader, limit: .max)
        try transaction.execute("DELETE FROM food_use WHERE user_id = ?", [user.description])
        for use in uses { try add(-use.uses, users: -1, to: use.foodID, transaction, onChange) }
    }

    /// Removes uses that a span of the diary's snapshot does not contain, and subtracts them from the totals.
    ///
    /// Uses that it does contain stay until they are set, so that totals change only if uses differ.
    ///
    /// - Returns: Whether there may be more.
    static func remove(_ span: SnapshotSpan, _ transaction: SQLTransaction, _ onChange: PopularityChange) throws -> Bool
    {
        let leftovers = try transaction.reader.leftovers(
            of: FoodLogged.type,
            in: "food_use",
            key: .text("food_id"),
            span
        )
        for use in leftovers.facts {
            guard let food = FoodID(use.key) else { continue }
            let nothing = FoodLogged(foodId: food, count: 0, lastAt: nil, lastMeal: nil)
            try set(nothing, of: use.user, transaction, onChange)
        }
        return leftovers.isCut
    }

    /// Adds to the totals of a food.
    private static func add(
        _ difference: Int,
        users: Int,
        to food: FoodID,
        _ transaction: SQLTransaction,
        _ onChange: PopularityChange
    ) throws {
        guard difference != 0 || users != 0 else { return }
        let before = try popularity(of: [food], transaction.reader)[food] ?? Popularity(uses: 0, users: 0)
        let after = Popularity(uses: before.uses + difference, users: before.users + users)
        if after.users == 0 {
            try transaction.execute("DELETE FROM food_popularity WHERE food_id = ?", [food.description])
        } else {
            try transaction.execute(
                """
                INSERT INTO food_popularity (food_id, uses, users) VALUES (?, ?, ?)
                ON CONFLICT (food_id) DO UPDATE SET uses = excluded.uses, users = excluded.users
                """,
                [food.description, after.uses, after.users]
            )
        }
        if after.users != before.users { try onChange(food, before.users, after.users, transaction) }
    }
}

extension SQLRow {
    /// Parses the food id of a row.
    fileprivate func foodID() throws -> FoodID {
        guard let food = FoodID(try value("food_id", as: String.self)) else {
            throw ServiceError(.internalError, "The catalog contains an unreadable food id.")
        }
        return food
    }
}
