import Storage

extension DiarySchema {
    /// Meal plans, with copies of their foods.
    static let plans = Migration(
        "diary-plans-1",
        """
        CREATE TABLE plan (
            -- The order in which they were made.
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            created_at TEXT NOT NULL,
            from_date TEXT NOT NULL,
            applied_from TEXT,
            menu TEXT NOT NULL,
            -- The foods of the menu as they were when it was made.
            foods TEXT NOT NULL,
            UNIQUE (user_id, id)
        ) STRICT;
        """
    )

    /// Changes of plans, the entries of their dishes, and their shopping lists.
    ///
    /// The entry of a dish that was applied before is the first one of the food in its meal.
    static let planChanges = Migration(
        "diary-plans-2",
        """
        ALTER TABLE plan ADD COLUMN name TEXT;
        ALTER TABLE plan ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE plan ADD COLUMN list_version INTEGER NOT NULL DEFAULT 1;
        CREATE TABLE plan_entry (
            user_id TEXT NOT NULL,
            plan_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            food_id TEXT NOT NULL,
            entry_id TEXT,
            PRIMARY KEY (user_id, plan_id, day, food_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE plan_tick (
            user_id TEXT NOT NULL,
            plan_id TEXT NOT NULL,
            food_id TEXT NOT NULL,
            grams REAL NOT NULL,
            PRIMARY KEY (user_id, plan_id, food_id)
        ) STRICT, WITHOUT ROWID;
        -- The number of changes of a user's plans, and the number of the last one in the diary.
        CREATE TABLE plan_list (
            user_id TEXT NOT NULL PRIMARY KEY,
            version INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO plan_entry (user_id, plan_id, day, food_id, entry_id)
        SELECT plan.user_id, plan.id, json_extract(day.value, '$.day'), json_extract(item.value, '$.foodId'), (
            SELECT entry.id FROM entry
            WHERE entry.user_id = plan.user_id AND entry.food_id = json_extract(item.value, '$.foodId')
                AND entry.date = date(plan.applied_from, (json_extract(day.value, '$.day') - 1) || ' days')
                AND entry.meal = json_extract(meal.value, '$.meal')
            ORDER BY entry.position, entry.id LIMIT 1
        )
        FROM plan, json_each(plan.menu, '$.days') AS day, json_each(day.value, '$.meals') AS meal,
            json_each(meal.value, '$.items') AS item
        WHERE plan.applied_from IS NOT NULL
        ON CONFLICT DO NOTHING;
        """
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
}
