import Contracts
import Storage
import StoredImages

extension DiarySchema {
    /// Entries and derived tables, targets, and the users' settings.
    static let coreTables = DiaryTables(
        exported: [
            LoggedEntry.table.exported(as: "entries", key: ["id"]),
            ExportTable(
                "day_total",
                as: "dayTotals",
                key: ["date"],
                columns: DayTotal.columnNames.reduce(into: ["user_id": .owner]) { $0[$1] = .plain }
            ),
            ExportTable(
                "food_use",
                as: "foodUse",
                key: ["food_id", "meal"],
                columns: [
                    "user_id": .owner, "food_id": .plain, "meal": .plain, "count": .plain, "last_at": .plain,
                    "last_entry": .plain,
                ]
            ),
            ExportTable(
                "target",
                as: "targets",
                key: ["from_date"],
                columns: [
                    "user_id": .owner, "from_date": .plain, "daily_kcal": .plain, "protein_g": .plain, "fat_g": .plain,
                    "carbohydrate_g": .plain, "weekdays": .json,
                ]
            ),
            ExportTable(
                "person",
                as: "settings",
                key: ["user_id"],
                columns: [
                    "user_id": .owner, "time_zone": .plain, "day_start_hour": .plain, "week_start": .plain,
                    "shares_foods": .plain, "language": .plain,
                ]
            ),
        ],
        // A user with entries or food uses also has day totals.
        userTables: ["day_total", "person", "target"]
    )

    /// Meal plans; a user with another row than a plan has taken a change number for it.
    static let planTables = DiaryTables(
        exported: [
            PlanTable.table.exported(as: "plans", key: ["number"], and: ["number": .plain]),
            PlannedEntryRow.table.exported(as: "plannedEntries", key: ["plan_id", "day", "food_id"]),
            TickRow.table.exported(as: "planTicks", key: ["plan_id", "food_id"]),
            ExportTable(
                "plan_list",
                as: "planChanges",
                key: ["version"],
                columns: ["user_id": .owner, "version": .plain, "changed": .plain]
            ),
        ],
        userTables: ["plan"]
    )

    /// The change log, removed entries, and the extras of days.
    static let changeLogTables = DiaryTables(
        exported: [
            ExportTable(
                "deleted_entry",
                as: "removedEntries",
                key: ["id"],
                columns: [
                    "user_id": .owner, "id": .plain, "version": .plain, "changed": .plain, "at": .secondsSince1970,
                ]
            ),
            DayExtras.table.exported(as: "dayExtras", key: ["date"]),
            ExportTable(
                "change_counter",
                as: "changes",
                key: ["user_id"],
                columns: ["user_id": .owner, "change": .plain, "forgotten": .plain]
            ),
        ],
        // A user with any row in these tables has taken a change number.
        userTables: ["change_counter"]
    )

    /// The cart; a user with a cart has taken change numbers for it.
    static let cartTables = DiaryTables(
        exported: [
            CartRow.table.exported(as: "cart", key: ["user_id"]),
            CartItemRow.table.exported(as: "cartItems", key: ["food_id"]),
        ]
    )

    /// Days with at least one measurement.
    static let bodyTables = DiaryTables(
        exported: [
            ExportTable(
                "body_day",
                as: "measuredDays",
                key: ["date"],
                columns: ["user_id": .owner, "date": .plain, "weight_kg": .plain, "exercise_kcal": .plain]
            )
        ],
        userTables: ["body_day"]
    )

    /// Images of entries.
    ///
    /// A user with images also has entries, but a user with an unfinished upload may have none.
    static let imageTables = DiaryTables(
        exported: [
            ExportTable(
                "image",
                as: "images",
                key: ["entry"],
                columns: [
                    "user_id": .owner, "entry": .plain, "id": .plain, "content_type": .plain, "width": .plain,
                    "height": .plain, "bytes": .plain,
                ]
            ),
            ExportTable(
                "image_page",
                as: "imagePages",
                key: ["entry", "page"],
                columns: ["user_id": .owner, "entry": .plain, "page": .plain, "data": .plain]
            ),
        ],
        omitted: [
            "upload_page": "parts of an unfinished image upload; they become the image or are deleted",
            "image_key": "a secret of the server that belongs to no user",
        ],
        userTables: ["upload_page"],
        eraseRest: { user, transaction in try UploadTable.delete(of: user, transaction) }
    )

    /// Local copies of foods.
    ///
    /// The export contains a user's private ones; copies for all users name no user.
    static let storedFoodTables = DiaryTables(
        exported: [
            ExportTable(
                "stored_food",
                as: "keptFoods",
                key: ["id"],
                columns: ["user_id": .owner, "id": .plain, "snapshot": .json]
            )
        ],
        // A user may have looked up a private food without storing anything else.
        userTables: ["stored_food"]
    )

    /// Files to import, with their previews.
    static let importTables = DiaryTables(
        exported: [
            ExportTable(
                "diary_import",
                as: "imports",
                key: ["user_id"],
                columns: [
                    "user_id": .owner, "id": .plain, "at": .secondsSince1970, "format": .plain, "date_order": .plain,
                    "pages": .plain, "preview": .json, "progress": .json,
                ]
            )
        ],
        omitted: ["diary_import_page": "a file that is being imported; its owner has the original"],
        userTables: ["diary_import", "diary_import_page"],
        eraseRest: { user, transaction in
            try transaction.execute("DELETE FROM diary_import_page WHERE user_id = ?", [user.description])
        }
    )

    /// Additions of water; a user with one has taken a change number for it.
    static let waterTables = DiaryTables(
        exported: [WaterAdditionRow.table.exported(as: "waterAdditions", key: ["id"])]
    )

    /// Favourite foods; a user with one has taken a change number for it.
    static let favouriteTables = DiaryTables(
        exported: [
            ExportTable(
                "favourite",
                as: "favourites",
                key: ["number"],
                columns: ["number": .plain, "user_id": .owner, "food_id": .plain, "added_at": .plain]
            ),
            ExportTable(
                "favourite_list",
                as: "favouriteChanges",
                key: ["changed"],
                columns: ["user_id": .owner, "changed": .plain]
            ),
        ]
    )
}
