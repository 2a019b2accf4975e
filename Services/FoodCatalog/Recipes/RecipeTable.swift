import Contracts
import Storage

/// Reads and writes the rows of recipes.
enum RecipeTable {
    /// A stored recipe with its food.
    struct Stored {
        let food: FoodTable.Stored
        let recipe: RecipeRow
    }

    /// Returns a recipe by its id, without checking access.
    static func stored(_ id: FoodID, _ reader: SQLReader) throws -> Stored? {
        guard let food = try FoodTable.stored(id, reader), food.food.type == .recipe,
            let recipe = try recipe(food.number, reader)
        else { return nil }
        return Stored(food: food, recipe: recipe)
    }

    static func recipe(_ number: Int64, _ reader: SQLReader) throws -> RecipeRow? {
        try reader.row("SELECT * FROM recipe WHERE number = ?", [number]).map { row in
            RecipeRow(
                servings: try row.value("servings"),
                cookedGrams: row.optional("cooked_grams"),
                ingredients: try JSONText(text: try row.value("ingredients")).decode([RecipeIngredient].self),
                steps: try JSONText(text: try row.value("steps")).decode([String].self)
            )
        }
    }

    /// Returns a user's recipes, the newest first, with their servings.
    static func newest(
        of owner: UserID,
        before number: Int64?,
        limit: Int,
        _ reader: SQLReader
    ) throws -> [(number: Int64, food: FoodRow, version: Int, servings: Double)] {
        let condition =
            """
            number IN (SELECT number FROM recipe WHERE owner = ? AND number < ? ORDER BY number DESC LIMIT ?)
            ORDER BY number DESC
            """
        let arguments: [SQLValue?] = [owner.description, number ?? Int64.max, limit]
        return try FoodTable.all(where: condition, arguments, reader).map { stored in
            let servings: Double? = try reader.scalar("SELECT servings FROM recipe WHERE number = ?", [stored.number])
            return (stored.number, stored.food, stored.version, servings ?? 1)
        }
    }

    /// Inserts or replaces a recipe under its food's number.
    static func put(_ recipe: RecipeRow, _ number: Int64, of owner: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO recipe (number, owner, servings, cooked_grams, ingredients, steps) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (number) DO UPDATE SET servings = excluded.servings, cooked_grams = excluded.cooked_grams,
                ingredients = excluded.ingredients, steps = excluded.steps
            """,
            [
                number, owner.description, recipe.servings, recipe.cookedGrams,
                try JSONText(recipe.ingredients).text, try JSONText(recipe.steps).text,
            ]
        )
        try IngredientOwners.record(recipe.ingredients.map(\.foodId), of: number, owner, transaction)
    }

    /// Removes a food's recipe, if it has one.
    static func remove(_ number: Int64, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM recipe WHERE number = ?", [number])
        try IngredientOwners.remove(number, transaction)
    }
}
