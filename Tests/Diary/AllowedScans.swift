import QueryPlans

/// Full scans that the diary may run, each with its bound, and statements that only tests run.
let queryPlans = QueryPlans(
    allowed: [
        AllowedScan(
            "SCAN old",
            in: "UPDATE change_counter SET forgotten",
            because: "one batch of removals, which the inner statement selects"
        ),
        AllowedScan("SCAN food VIRTUAL TABLE", in: "json_each(plan.foods)", because: "the foods of one plan"),
        AllowedScan("SCAN portion VIRTUAL TABLE", in: "json_each(food.value", because: "the portions of one food"),
    ],
    statementsOfTests: [
        "SELECT menu FROM plan",
        "SELECT DISTINCT user_id FROM food_use",
        "UPDATE image SET bytes = ?",
        "SELECT food_id, meal, count, last_at, last_entry FROM food_use",
        "SELECT snapshot FROM stored_food",
        "DELETE FROM stored_food",
        "SELECT user_id, id FROM stored_food",
        "SELECT 1 FROM diary_import_page",
        "SELECT at FROM deleted_entry",
        "SELECT 1 FROM deleted_entry LIMIT 1",
        "SELECT DISTINCT import FROM diary_import_page",
        "SELECT 1 FROM plan_entry",
        "SELECT 1 FROM plan_tick",
    ]
)
