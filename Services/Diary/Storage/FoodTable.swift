import Contracts
import Storage

extension SQLReader {
    /// A food as it was when it was last logged here, by anybody if everybody may see it, and else by its owner.
    func keptFood(_ id: FoodID, of user: UserID) throws -> Food? {
        let text: String? = try scalar(
            "SELECT snapshot FROM kept_food WHERE user_id IN ('', ?) AND id = ? ORDER BY user_id DESC LIMIT 1",
            [user.description, id.description]
        )
        return try text.map { try JSONText(text: $0).decode(Food.self) }
    }
}

extension SQLTransaction {
    /// Keeps a food for a time when the catalogue is away.
    ///
    /// One that only its owner may see is kept apart for them. What everybody was told of it before, when it was shared, stays
    /// what the others have.
    ///
    /// - Parameters:
    ///   - food: As the catalogue has just told it.
    ///   - user: To whom.
    /// - Throws: what the database throws.
    func keep(_ food: Food, toldTo user: UserID) throws {
        let isPrivate = food.own == true && food.shared != true
        try execute(
            """
            INSERT INTO kept_food (user_id, id, snapshot) VALUES (?, ?, ?)
            ON CONFLICT (user_id, id) DO UPDATE SET snapshot = excluded.snapshot WHERE snapshot <> excluded.snapshot
            """,
            [isPrivate ? user.description : "", food.id.description, try JSONText(food.toldToAnybody).text]
        )
        guard !isPrivate else { return }
        // It is shared now, and what its owner had alone is old.
        try execute("DELETE FROM kept_food WHERE id = ? AND user_id <> ''", [food.id.description])
    }
}

extension Food {
    /// The same without what the catalogue tells of it to one person only, and without a picture's address that expires.
    fileprivate var toldToAnybody: Food {
        var food = self
        (food.own, food.shared, food.version, food.allergenMatches) = (nil, nil, nil, nil)
        food.imageURL = lastingImageURL
        return food
    }
}
