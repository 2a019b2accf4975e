import Contracts
import Storage

extension SQLReader {
    /// Returns the local copy of a food: the user's private copy if there is one, else the copy for all users.
    func storedFood(_ id: FoodID, of user: UserID) throws -> Food? {
        let text: String? = try scalar(
            "SELECT snapshot FROM stored_food WHERE user_id IN ('', ?) AND id = ? ORDER BY user_id DESC LIMIT 1",
            [user.description, id.description]
        )
        return try text.map { try JSONText(text: $0).decode(Food.self) }
    }
}

extension SQLTransaction {
    /// Stores a copy of a food for times when the catalog is unavailable.
    ///
    /// A private food is stored for its owner alone. A copy for all users from a time when the food was shared stays
    /// for the others.
    ///
    /// - Parameters:
    ///   - food: The catalog's latest reply.
    ///   - user: The user that the catalog answered.
    /// - Throws: What the database throws.
    func store(_ food: Food, for user: UserID) throws {
        let isPrivate = food.own == true && food.shared != true
        try execute(
            """
            INSERT INTO stored_food (user_id, id, snapshot) VALUES (?, ?, ?)
            ON CONFLICT (user_id, id) DO UPDATE SET snapshot = excluded.snapshot
            WHERE stored_food.snapshot <> excluded.snapshot
            """,
            [isPrivate ? user.description : "", food.id.description, try JSONText(food.withoutUserFields).text]
        )
        guard !isPrivate else { return }
        // The food is visible to all users now, so the private copies are outdated.
        try execute("DELETE FROM stored_food WHERE id = ? AND user_id <> ''", [food.id.description])
    }
}

extension Food {
    /// The food without the fields that the catalog adds for one user or for one reply.
    fileprivate var withoutUserFields: Food {
        var food = self
        (food.own, food.shared, food.version, food.allergenMatches) = (nil, nil, nil, nil)
        food.usual = nil
        (food.imageURL, food.picture) = (lastingImageURL, nil)
        return food
    }
}
