import Contracts
package import Storage
import StoredImages

/// The tables of the diary service.
package enum DiarySchema {
    /// All tables, as they were on 2026-11-28; a later change is a migration of its own.
    package static let tables: [TableSchema] = [
        // Settings of users, as the profile service published them last.
        TableSchema(
            "person",
            [
                .text("user_id", .key), .text("time_zone"),
                .integer("day_start_hour", .check("day_start_hour BETWEEN 0 AND 23")),
                .integer("week_start", .check("week_start BETWEEN 1 AND 7")),
                .integer("shares_foods", .default("0"), .check("shares_foods IN (0, 1)")),
                .text("language", .optional),
            ]
        ),
        TableSchema(
            "target",
            [
                .text("user_id"), .text("from_date"), .integer("daily_kcal"), .real("protein_g"), .real("fat_g"),
                .real("carbohydrate_g"), .text("weekdays", .default("'{}'"), .check("json_valid(weekdays)")),
            ],
            key: ["user_id", "from_date"]
        ),
        TableSchema(
            "entry",
            [
                .text("user_id"), .text("id"), .text("date"),
                .text("meal", .check("meal IN ('breakfast', 'lunch', 'dinner', 'snack')")),
                .integer("position", .check("position >= 0")), .text("at"), .text("food_id", .optional),
                .text("name"), .text("image", .optional), .real("grams", .optional, .check("grams > 0")),
                .text("portion", .optional), .real("portion_grams", .optional, .check("portion_grams > 0")),
                .real("quantity", .optional, .check("quantity > 0")), .real("kcal"), .real("protein_g", .optional),
                .real("fat_g", .optional), .real("carbohydrate_g", .optional), .real("fiber_g", .optional),
                .real("sugar_g", .optional), .real("salt_g", .optional), .real("kcal_per_100_g", .optional),
                .real("protein_g_per_100_g", .optional), .real("fat_g_per_100_g", .optional),
                .real("carbohydrate_g_per_100_g", .optional), .real("fiber_g_per_100_g", .optional),
                .real("sugar_g_per_100_g", .optional), .real("salt_g_per_100_g", .optional),
                .integer("version", .check("version >= 1")), .integer("changed", .default("0")),
                .text("portion_label", .optional),
            ],
            key: ["user_id", "id"],
            checks: [
                "(food_id IS NULL) = (grams IS NULL) AND (food_id IS NULL) = (kcal_per_100_g IS NULL)",
                "(portion IS NULL) = (quantity IS NULL) AND (portion IS NULL) = (portion_grams IS NULL)",
            ],
            indexes: [
                .index("entry_by_day", ["user_id", "date", "meal", "position"]),
                .index("entry_by_food", ["user_id", "food_id", "meal", "at"], where: "food_id IS NOT NULL"),
                .index("entry_by_change", ["user_id", "changed"]),
            ]
        ),
        // What each day with entries adds up to, so that years are summed without their entries. Bits of `unknown`
        // (what at least one entry does not state) and `known` (what at least one states): 1 protein, 2 fat,
        // 4 carbohydrate, 8 fiber, 16 sugar, 32 salt.
        TableSchema(
            "day_total",
            [
                .text("user_id"), .text("date"), .real("kcal"), .real("protein_g"), .real("fat_g"),
                .real("carbohydrate_g"), .integer("entries", .check("entries > 0")), .real("fiber_g", .default("0")),
                .real("sugar_g", .default("0")), .real("salt_g", .default("0")),
                .integer("unknown", .default("0"), .check("unknown BETWEEN 0 AND 63")),
                .integer("known", .default("63"), .check("known BETWEEN 0 AND 63")),
            ],
            key: ["user_id", "date"]
        ),
        // Meal plans, with copies of their foods.
        TableSchema(
            "plan",
            [
                // The order in which they were made.
                .integer("number", .numbered), .text("user_id"), .text("id"), .text("created_at"), .text("from_date"),
                .text("applied_from", .optional), .text("menu"),
                // The foods of the menu as they were when it was made.
                .text("foods"), .text("name", .optional), .integer("version", .default("1")),
                .integer("list_version", .default("1")),
            ],
            unique: [["user_id", "id"]]
        ),
        // The uses of each food by each user, so that reads do not count years of entries.
        TableSchema(
            "food_use",
            [
                .text("user_id"), .text("food_id"),
                // 'any' for the sum of all meals.
                .text("meal", .check("meal IN ('any', 'breakfast', 'lunch', 'dinner', 'snack')")),
                .integer("count", .check("count > 0")), .text("last_at"),
                // The newest entry, by which the food can be logged again as it was.
                .text("last_entry"),
            ],
            key: ["user_id", "food_id", "meal"],
            indexes: [
                .index("food_use_by_time", ["user_id", "meal", "last_at", "food_id"]),
                .index("food_use_by_count", ["user_id", "meal", "count", "last_at", "food_id"]),
            ]
        ),
        // One row a user. Whatever changes in their diary takes the next number.
        TableSchema(
            "change_counter",
            [
                .text("user_id", .key), .integer("change", .check("change >= 0")),
                // The highest number of a removal that is not remembered any more.
                .integer("forgotten", .default("0"), .check("forgotten >= 0")),
            ]
        ),
        // Removed entries, by id only, with the version at which each was removed.
        TableSchema(
            "deleted_entry",
            [
                .text("user_id"), .text("id"), .integer("changed"),
                // Seconds since 1970.
                .integer("at"), .integer("version", .default("1")),
            ],
            key: ["user_id", "id"],
            indexes: [
                .index("deleted_entry_by_change", ["user_id", "changed"]),
                .index("deleted_entry_by_age", ["at"]),
            ]
        ),
        // Water and notes of days, and whether the user calls a day complete: 1, or null.
        TableSchema(
            "day_extra",
            [
                .text("user_id"), .text("date"), .integer("water_ml", .default("0"), .check("water_ml >= 0")),
                .text("note", .default("''")), .integer("version", .check("version >= 1")), .integer("changed"),
                .integer("is_complete", .optional, .check("is_complete = 1")),
            ],
            key: ["user_id", "date"],
            indexes: [
                .index("day_extra_by_change", ["user_id", "changed"]),
                .index("day_extra_complete", ["user_id", "date"], where: "is_complete = 1"),
            ]
        ),
        // Foods collected to be logged together. One row a user, from the first change on: its version continues when
        // the cart is empty again.
        TableSchema(
            "cart",
            [
                .text("user_id", .key), .integer("version", .check("version >= 1")), .integer("changed"),
                .real("additional_kcal", .optional, .check("additional_kcal >= 0")),
                .text("additional_name", .optional),
            ]
        ),
        // What each food has is in the table `stored_food`. `step` is what one step adds to an item.
        TableSchema(
            "cart_item",
            [
                .text("user_id"), .text("food_id"),
                // The order in which they were put in.
                .integer("number"), .real("grams", .check("grams > 0")), .text("portion", .optional),
                .real("portion_grams", .optional, .check("portion_grams > 0")),
                .real("quantity", .optional, .check("quantity > 0")), .text("added_at"),
                .real("step", .optional, .check("step > 0")),
            ],
            key: ["user_id", "food_id"],
            checks: ["(portion IS NULL) = (quantity IS NULL) AND (portion IS NULL) = (portion_grams IS NULL)"]
        ),
        // What users measured, as the profile service published it last.
        TableSchema(
            "body_day",
            [
                .text("user_id"), .text("date"), .real("weight_kg", .optional, .check("weight_kg > 0")),
                .real("exercise_kcal", .optional, .check("exercise_kcal >= 0")),
            ],
            key: ["user_id", "date"],
            checks: ["weight_kg IS NOT NULL OR exercise_kcal IS NOT NULL"]
        ),
        // Images of entries, and the key that signs their addresses.
        TableSchema(
            "image",
            // The user's id and the entry's, with a slash between them.
            [.text("entry", .key)] + ImageTables.columns + [.text("user_id", .generated("substr(entry, 1, 36)"))],
            isClustered: false,
            indexes: [.index("image_by_user", ["user_id", "bytes"])]
        ),
        TableSchema(
            "image_page",
            [
                .text("entry", .references("image", "entry", removesWith: true)),
                .integer("page", .check("page >= 0")), .text("user_id", .generated("substr(entry, 1, 36)")),
                .blob("data"),
            ],
            key: ["entry", "page"],
            isClustered: false,
            indexes: [.index("image_page_by_user", ["user_id", "entry", "page"])]
        ),
        ImageTables.uploadTable,
        ImageTables.keyTable,
        // Local copies of foods: one for all users, or a private one for its owner only.
        TableSchema(
            "stored_food",
            [
                // The owner of a private food; empty for one that all users may see.
                .text("user_id"), .text("id"), .text("snapshot"),
            ],
            key: ["user_id", "id"],
            indexes: [.index("stored_food_private", ["id"], where: "user_id <> ''")]
        ),
        // Files to import, one a user at a time.
        TableSchema(
            "diary_import",
            [
                .text("user_id", .key), .text("id"),
                // Seconds since 1970.
                .integer("at"), .text("format"), .text("date_order", .optional),
                .integer("pages", .check("pages > 0")), .text("preview"),
                // How far it was applied; null before.
                .text("progress", .optional),
            ],
            indexes: [.index("diary_import_by_age", ["at"])]
        ),
        TableSchema(
            "diary_import_page",
            [
                .text("user_id"), .text("import"), .integer("page", .check("page >= 0")), .integer("at"),
                .blob("data"),
            ],
            key: ["user_id", "import", "page"],
            isClustered: false,
            indexes: [.index("diary_import_page_by_age", ["at"])]
        ),
        // Additions of water by the id that a device has chosen.
        TableSchema(
            "water_addition",
            [
                .text("user_id"), .text("id"), .text("date"),
                // Null for a removed one, which is never added again.
                .integer("ml", .optional, .check("ml > 0")),
            ],
            key: ["user_id", "id"],
            indexes: [.index("water_addition_by_day", ["user_id", "date"])]
        ),
        // The entries of dishes that were logged.
        TableSchema(
            "plan_entry",
            [.text("user_id"), .text("plan_id"), .integer("day"), .text("food_id"), .text("entry_id", .optional)],
            key: ["user_id", "plan_id", "day", "food_id"]
        ),
        // Shopping lists: what is in the basket.
        TableSchema(
            "plan_tick",
            [.text("user_id"), .text("plan_id"), .text("food_id"), .real("grams")],
            key: ["user_id", "plan_id", "food_id"]
        ),
        // The number of changes of a user's plans, and the number of the last one in the diary.
        TableSchema("plan_list", [.text("user_id", .key), .integer("version"), .integer("changed")]),
        TableSchema(
            "favourite",
            [
                // The order in which they were added.
                .integer("number", .numbered), .text("user_id"), .text("food_id"), .text("added_at"),
            ],
            unique: [["user_id", "food_id"]],
            indexes: [.index("favourite_by_number", ["user_id", "number"])]
        ),
        // The number of the last change of a user's favourites in the diary.
        TableSchema("favourite_list", [.text("user_id", .key), .integer("changed")]),
    ]

    /// All migrations, in order.
    package static let migrations = [
        Migration(
            baseline: "diary-2026-11",
            tables,
            and: ImageTables.firstKey + Migration.reload(of: [.profile]),
            replacing: FormerMigrations([
                "diary-1", "diary-weekday-targets", "diary-plans-1", "diary-food-use-1", "diary-tells-food-use",
                "diary-book-1", "diary-cart-1", "diary-day-total-2", "diary-body-1", "diary-follows-measurements",
                "diary-images-1", "diary-kept-foods-1", "diary-imports-1", "diary-shared-foods-1",
                "diary-follows-shared-foods", "diary-removed-versions-1", "diary-salt-of-labels-1", "diary-names-1",
                "diary-water-additions-1", "diary-complete-days-1", "diary-cart-steps-1", "diary-favourites-1",
                "diary-entry-names-1", "diary-languages-1", "diary-plans-2", "diary-favourites-2",
                "diary-favourites-3", "diary-portion-labels-1", "diary-entry-names-2",
            ])
        )
    ]
}
