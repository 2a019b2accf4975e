import Storage

/// The table of recipes: what a recipe has besides its food, under the food's row number.
enum RecipeMigration {
    static let migration = Migration(
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
}
