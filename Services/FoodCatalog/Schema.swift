import Contracts
package import Storage
import StoredImages

/// The tables of the food catalog.
package enum FoodCatalogSchema {
    /// All tables, as they were on 2026-11-28; a later change is a migration of its own.
    package static let tables: [TableSchema] = [
        // The foods of all sources and users.
        TableSchema(
            "food",
            [
                .integer("number", .key), .blob("id", .unique, .check("length(id) = 16")), .text("owner", .optional),
                .integer("shared", .default("0"), .check("shared IN (0, 1)")),
                .integer("prominence", .check("prominence >= 0")), .integer("digest"),
                .integer("version", .default("1")), .text("type"), .text("source"), .text("source_id"),
                .text("name", .check("name <> ''")), .text("language"), .text("names", .optional),
                .text("aliases", .optional), .text("brand", .optional), .text("category", .optional),
                .real("kcal", .check("kcal >= 0")), .real("protein_g", .optional, .check("protein_g >= 0")),
                .real("fat_g", .optional, .check("fat_g >= 0")),
                .real("carbohydrate_g", .optional, .check("carbohydrate_g >= 0")),
                .real("fiber_g", .optional, .check("fiber_g >= 0")),
                .real("sugar_g", .optional, .check("sugar_g >= 0")),
                .real("saturated_fat_g", .optional, .check("saturated_fat_g >= 0")),
                .real("sodium_mg", .optional, .check("sodium_mg >= 0")), .text("nutrients", .optional),
                .text("portions", .optional), .text("flags", .optional), .text("allergens", .optional),
                .integer("barcode", .optional), .text("ingredients", .optional), .text("image_url", .optional),
                .integer("created_at", .optional),
            ],
            indexes: [
                .index("food_owner", ["owner"], where: "owner IS NOT NULL"),
                .index(
                    "food_plannable",
                    ["number", "category", "source", "protein_g", "fat_g", "carbohydrate_g", "flags"],
                    where: PlannableFoods.condition
                ),
                .index("food_common", ["prominence", "number"], where: CommonFoods.condition),
            ]
        ),
        // What candidates of a search are ranked by, apart, so that a page of the file has those of many foods.
        TableSchema("food_name", [.integer("number", .key), .integer("length"), .blob("lines")]),
        // The words of all names, with the number of names that have them.
        TableSchema("word", [.text("word", .key), .integer("uses", .check("uses > 0"))]),
        TableSchema("catalog_state", [.text("name", .key), .text("value")]),
        // The uses of each food by each user, with the amount of the newest one.
        TableSchema(
            "food_use",
            [
                .text("user_id"), .text("food_id"), .integer("uses", .check("uses > 0")), .text("last_at"),
                .real("grams", .optional), .text("portion", .optional), .real("quantity", .optional),
            ],
            key: ["user_id", "food_id"],
            indexes: [.index("food_use_by_count", ["user_id", "uses", "last_at", "food_id"])]
        ),
        // For each food the sum over the rows above, stored with them, so that a search adds up nothing.
        TableSchema(
            "food_popularity",
            [.text("food_id", .key), .integer("uses", .check("uses > 0")), .integer("users", .check("users > 0"))]
        ),
        // Only users that avoid something.
        TableSchema("person", [.text("user_id", .key), .text("allergens", .check("json_valid(allergens)"))]),
        // Cached answers of remote sources: a food is stored once, however many answers contain it.
        TableSchema(
            "remote_answer",
            [
                .text("source"), .text("question"),
                // The foods' ids at the source, in its order.
                .text("ids"), .integer("left_out", .check("left_out >= 0")),
                // Seconds since 1970.
                .integer("expires_at"),
            ],
            key: ["source", "question"],
            indexes: [.index("remote_answer_by_end", ["expires_at"])]
        ),
        // What a recipe has besides its food, under the food's row number.
        TableSchema(
            "recipe",
            [
                .integer("number", .key), .text("owner"), .real("servings", .check("servings > 0")),
                .real("cooked_grams", .optional, .check("cooked_grams > 0")),
                // With what each contained when the recipe was saved.
                .text("ingredients"), .text("steps"),
            ],
            indexes: [.index("recipe_by_owner", ["owner", "number"])]
        ),
        ImageTables.uploadTable,
        ImageTables.keyTable,
        // Rows of the bundled file, and rows that staff added.
        TableSchema(
            "healthy_food",
            [
                .text("id", .key), .integer("position"), .text("name", .check("name <> ''")), .text("names"),
                .real("kcal", .check("kcal >= 0")), .text("description"), .text("descriptions"),
                .text("image_url", .optional), .text("recipe_url", .optional), .text("category"),
                .blob("food_id", .optional, .check("length(food_id) = 16")), .integer("version", .default("1")),
                // Whether it came with the file; it stays when it is removed, so that no newer file brings it back.
                .integer("is_of_file", .check("is_of_file IN (0, 1)")),
                .integer("is_touched", .default("0"), .check("is_touched IN (0, 1)")),
                .integer("is_removed", .default("0"), .check("is_removed IN (0, 1)")),
            ],
            indexes: [.index("healthy_food_position", ["position", "id"])]
        ),
        // The owners of foods in recipes of other users; see ``IngredientOwners``.
        TableSchema(
            "ingredient_owner",
            [.integer("number"), .text("food_id"), .text("owner")],
            key: ["number", "food_id"],
            indexes: [.index("ingredient_owner_by_owner", ["owner"])]
        ),
        // Reports of wrong foods: one of each user and food.
        TableSchema(
            "food_report",
            [
                .text("user_id"), .text("food_id"), .text("id", .unique), .text("reason"), .text("text"),
                // Seconds since 1970, as the next one.
                .integer("created_at"),
                // Null while it is open.
                .integer("closed_at", .optional), .text("answer", .optional),
            ],
            key: ["user_id", "food_id"],
            indexes: [
                .index("food_report_open", ["created_at", "id"], where: "closed_at IS NULL"),
                .index("food_report_closed", ["created_at", "id"], where: "closed_at IS NOT NULL"),
            ]
        ),
        // Images that users uploaded for their own foods; the image of a removed food stays.
        TableSchema(
            "image",
            [.text("food", .key), .text("owner")] + ImageTables.columns,
            isClustered: false,
            indexes: [.index("image_by_owner", ["owner", "bytes"])]
        ),
        TableSchema(
            "image_page",
            [.text("food", .references("image", "food")), .integer("page", .check("page >= 0")), .blob("data")],
            key: ["food", "page"],
            isClustered: false
        ),
        TableSchema(
            "remote_food",
            [.text("source"), .text("source_id"), .blob("food_id"), .text("food"), .integer("expires_at")],
            key: ["source", "source_id"],
            indexes: [
                .index("remote_food_by_end", ["expires_at"]),
                .index("remote_food_by_food_id", ["food_id"]),
            ]
        ),
    ]

    /// Full-text indexes, which no other database has in this form, and first rows.
    private static let indexes = """
        -- Tokens are made by the service. The place of a row states its rank: what is plain comes first.
        CREATE VIRTUAL TABLE food_index USING fts5 (
            tokens, content = '', columnsize = 0, detail = none,
            tokenize = "ascii tokenchars '=^'", prefix = '1 2 3 4'
        );
        -- A full-text index, because it is written in order, whatever order the barcodes come in.
        CREATE VIRTUAL TABLE barcode_index USING fts5 (
            barcode, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
        );
        -- A page of an import is one list of each token instead of several.
        INSERT INTO food_index (food_index, rank) VALUES ('hashsize', 8388608);
        \(IndexMerging.options)

        """

    /// All migrations, in order.
    package static let migrations = [
        Migration(
            baseline: "catalog-2026-11",
            tables,
            and: indexes + ImageTables.firstKey + Migration.reload(of: [.diary, .profile]),
            replacing: FormerMigrations([
                "catalog-1", "catalog-2", "catalog-use-1", "catalog-use-2", "catalog-remote-1", "catalog-recipes-1",
                "catalog-images-1", "catalog-healthy-1", "catalog-recipes-2", "catalog-plannable-1",
                "catalog-merging", "catalog-names-1", "catalog-reports-1", "catalog-common-foods-1",
                "catalog-food-times-1", "catalog-images-2", "catalog-remote-2", "catalog-use-3", "catalog-use-4",
            ])
        )
    ]
}
