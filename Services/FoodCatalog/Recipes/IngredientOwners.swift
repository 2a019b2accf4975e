import Contracts
import Storage

/// Records which recipes use foods of other users, so that their names can be erased with those users.
///
/// A recipe stores its ingredients as they were added, even after the foods themselves are removed.
enum IngredientOwners {
    /// Records the other users' foods of a recipe; removed foods stay recorded with their previous owner.
    static func record(_ foods: [FoodID], of number: Int64, _ owner: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            "DELETE FROM ingredient_owner WHERE number = ? AND food_id NOT IN (SELECT value FROM json_each(?))",
            [number, try JSONText(foods.map(\.description)).text]
        )
        for food in Set(foods) {
            try transaction.execute(
                """
                INSERT INTO ingredient_owner (number, food_id, owner)
                SELECT ?, ?, owner FROM food WHERE id = ? AND owner <> ?
                ON CONFLICT (number, food_id) DO UPDATE SET owner = excluded.owner
                """,
                [number, food.description, food.blob, owner.description]
            )
        }
    }

    /// Deletes the records of a removed recipe.
    static func remove(_ number: Int64, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM ingredient_owner WHERE number = ?", [number])
    }

    /// Erases the names of a user's foods from other users' recipes; their nutrients stay in the totals.
    static func erase(_ user: UserID, _ transaction: SQLTransaction) throws {
        let rows = try transaction.rows(
            "SELECT number, food_id FROM ingredient_owner WHERE owner = ?",
            [user.description]
        )
        var foods: [Int64: Set<String>] = [:]
        for row in rows { foods[try row.value("number"), default: []].insert(try row.value("food_id")) }
        for (number, foods) in foods {
            guard var recipe = try RecipeTable.recipe(number, transaction.reader) else { continue }
            for index in recipe.ingredients.indices where foods.contains(recipe.ingredients[index].foodId.description) {
                recipe.ingredients[index].name = ""
            }
            try transaction.execute(
                "UPDATE recipe SET ingredients = ? WHERE number = ?",
                [try JSONText(recipe.ingredients).text, number]
            )
            try transaction.execute(
                "UPDATE food SET ingredients = ? WHERE number = ?",
                [recipe.ingredientNames, number]
            )
        }
        try transaction.execute("DELETE FROM ingredient_owner WHERE owner = ?", [user.description])
    }
}
