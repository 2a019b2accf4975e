package import Contracts
package import Storage

/// The allergens that users avoid, according to their profiles.
package enum PersonTable {
    /// Returns a user's allergens in the order of the profile.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - reader: The database.
    /// - Returns: The allergens; none for an unknown user. Codes of later versions are omitted.
    /// - Throws: SQLite's errors, or `ServiceError` for an unreadable list.
    package static func allergens(of user: UserID, _ reader: SQLReader) throws -> [Allergen] {
        let text = try reader.first(
            "SELECT allergens FROM person WHERE user_id = ?",
            binding: { $0.bind(user.description) },
            { $0.text(0) }
        )
        guard let text else { return [] }
        return try JSONText(text: text).decode([String].self).compactMap(Allergen.init)
    }

    /// Returns the codes of a user's allergens if a food lists any; otherwise the table is not read.
    static func avoided(by user: UserID?, in foods: [Food], _ reader: SQLReader) throws -> Set<String> {
        guard let user, foods.contains(where: { $0.allergens?.isEmpty == false }) else { return [] }
        return Set(try allergens(of: user, reader).map(\.rawValue))
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
