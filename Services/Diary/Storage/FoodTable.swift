import Contracts
import Storage

extension SQLReader {
    /// A food as it was when it was last logged here.
    func keptFood(_ id: FoodID) throws -> Food? {
        guard let text: String = try scalar("SELECT snapshot FROM food WHERE id = ?", [id.description]) else {
            return nil
        }
        return try JSONText(text: text).decode(Food.self)
    }
}

extension SQLTransaction {
    /// Keeps a food for a time when the catalogue is away.
    func keep(_ food: Food) throws {
        try execute(
            """
            INSERT INTO food (id, snapshot) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET snapshot = excluded.snapshot WHERE snapshot <> excluded.snapshot
            """,
            [food.id.description, try JSONText(food).text]
        )
    }
}
