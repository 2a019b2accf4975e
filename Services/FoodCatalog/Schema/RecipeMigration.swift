import Storage

extension FoodCatalogSchema {
    /// The table of recipes: what a recipe has besides its food, under the food's row number.
    static let recipes = Migration(
        "catalog-recipes-1",
        """
        CREATE TABLE recipe (
            number INTEGER PRIMARY KEY,
            owner TEXT NOT NULL,
            servings REAL NOT NULL CHECK (servings > 0),
            cooked_grams REAL CHECK (cooked_grams > 0),
            -- With what each contained when the recipe was saved.
            ingredients TEXT NOT NULL,
            steps TEXT NOT NULL
        ) STRICT;
        CREATE INDEX recipe_by_owner ON recipe (owner, number);
        """
    )

    /// The owners of foods in recipes of other users; see ``IngredientOwners``.
    static let ingredientOwners = Migration(
        "catalog-recipes-2",
        """
        -- Only foods of other people than the recipe's owner.
        CREATE TABLE foreign_ingredient (
            number INTEGER NOT NULL,
            food_id TEXT NOT NULL,
            owner TEXT NOT NULL,
            PRIMARY KEY (number, food_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX foreign_ingredient_owner ON foreign_ingredient (owner);

        WITH people_food AS MATERIALIZED (
            SELECT lower(hex(id)) AS hex, owner FROM food WHERE owner IS NOT NULL
        )
        INSERT OR IGNORE INTO foreign_ingredient (number, food_id, owner)
        SELECT recipe.number, part.value ->> 'foodId', people_food.owner
        FROM recipe, json_each(recipe.ingredients) AS part
        JOIN people_food ON people_food.hex = lower(replace(part.value ->> 'foodId', '-', ''))
        WHERE people_food.owner <> recipe.owner;
        """
    )
}
