import Contracts
import Storage

extension RecipeRow {
    /// The table; the number of the food and the owner precede the columns.
    static let table = RecordTable(
        "recipe",
        key: ["number"],
        outer: [("number", .plain), ("owner", .owner)],
        fixed: ["owner"],
        [
            RecordColumn("servings", { $0.servings }, { $0.servings = $1 }),
            RecordColumn("cooked_grams", { $0.cookedGrams }, { $0.cookedGrams = $1 }),
            RecordColumn("ingredients", as: .json, { AsJSON($0.ingredients) }, { $0.ingredients = $1.value }),
            RecordColumn("steps", as: .json, { AsJSON($0.steps) }, { $0.steps = $1.value }),
        ],
        blank: RecipeRow(servings: 1, cookedGrams: nil, ingredients: [], steps: [])
    )
}

/// Reads and writes the rows of recipes.
enum RecipeTable {
    private static let byNumber = RecipeRow.table.columns.select("FROM recipe WHERE number = ?")

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
        try reader.first(byNumber, [number], RecipeRow.table.columns.record)
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
        try transaction.upsert(recipe, into: RecipeRow.table) {
            $0.bind(number)
            $0.bind(owner.description)
        }
        try IngredientOwners.record(recipe.ingredients.map(\.foodId), of: number, owner, transaction)
    }

    /// Removes a food's recipe, if it has one.
    static func remove(_ number: Int64, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM recipe WHERE number = ?", [number])
        try IngredientOwners.remove(number, transaction)
    }
}
