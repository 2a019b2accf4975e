package import Contracts
package import Storage

/// What people avoid, as their profiles tell it.
package enum PersonTable {
    /// What somebody has in their own list, in the order in which the profile has it.
    ///
    /// - Parameters:
    ///   - user: Whose list.
    ///   - reader: The view of the database.
    /// - Returns: Nothing for who avoids nothing, or has not been told of; codes of a later version are left out.
    /// - Throws: what SQLite throws, or `ServiceError` for a list that nobody can read.
    package static func allergens(of user: UserID, _ reader: SQLReader) throws -> [Allergen] {
        let text = try reader.first(
            "SELECT allergens FROM person WHERE user_id = ?",
            binding: { $0.bind(user.description) },
            { $0.text(0) }
        )
        guard let text else { return [] }
        return try JSONText(text: text).decode([String].self).compactMap(Allergen.init)
    }

    /// Returns what a user avoids, for a food that lists allergens; nothing is read for other foods, as most foods list none.
    static func avoided(by user: UserID?, in food: FoodRow?, _ reader: SQLReader) throws -> Set<Allergen> {
        guard let user, food?.allergens?.isEmpty == false else { return [] }
        return Set(try allergens(of: user, reader))
    }

    static func set(_ allergens: [String], of user: UserID, _ transaction: SQLTransaction) throws {
        guard !allergens.isEmpty else { return try remove(user, transaction) }
        try transaction.execute(
            """
            INSERT INTO person (user_id, allergens) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET allergens = excluded.allergens
            """,
            [user.description, try JSONText(allergens).text]
        )
    }

    static func remove(_ user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM person WHERE user_id = ?", [user.description])
    }
}
