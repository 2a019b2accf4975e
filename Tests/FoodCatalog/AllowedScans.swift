import QueryPlans

/// The full scans that the service may do, each with its bound, and the statements of the tests themselves.
let queryPlans = QueryPlans(
    allowed: [
        AllowedScan("SCAN remote_answer", in: "LIMIT 1", because: "the first row ends it"),
        AllowedScan("SCAN remote_food", in: "LIMIT 1", because: "the first row ends it"),
        AllowedScan(
            "SCAN food USING COVERING INDEX",
            in: "SELECT number FROM food LIMIT 1",
            because: "the first row ends it"
        ),
        AllowedScan("SCAN word", in: "LIMIT 1 OFFSET", because: "the limit of words that are kept in memory ends it"),
        AllowedScan(
            "SCAN word",
            in: "WHERE uses >= ? ORDER BY word",
            because: "all words are read into memory once, at the start"
        ),
        AllowedScan(
            "SCAN remote_answer USING COVERING INDEX remote_answer_by_end",
            in: "LIMIT ? OFFSET ?",
            because: "a sweep keeps RemoteCache.answersMax rows, and the index has little more between two sweeps"
        ),
        AllowedScan(
            "SCAN remote_food USING COVERING INDEX remote_food_by_end",
            in: "LIMIT ? OFFSET ?",
            because: "a sweep keeps RemoteCache.foodsMax rows, and the index has little more between two sweeps"
        ),
        AllowedScan(
            "SCAN food USING COVERING INDEX food_plannable",
            because: "the index has the foods of FNDDS alone, some thousands, and menus are made of all of them"
        ),
        AllowedScan(
            "SCAN food_index VIRTUAL TABLE INDEX 64:M1",
            in: "food_index MATCH ?",
            because: "FTS5 looks the words up and reads the rows of their lists in order until the limit ends it"
        ),
        AllowedScan(
            "SCAN barcode_index VIRTUAL TABLE INDEX 0:M1",
            in: "barcode_index MATCH ?",
            because: "FTS5 looks the barcode up"
        ),
        AllowedScan("SCAN main.food_index_config", because: "it has some rows of settings, which FTS5 reads"),
        AllowedScan("SCAN main.barcode_index_config", because: "it has some rows of settings, which FTS5 reads"),
        AllowedScan("SCAN healthy_food", because: "the list has some hundred rows, which operators keep"),
    ],
    statementsOfTests: [
        "SELECT count(*) FROM food_index WHERE food_index MATCH 'food'",
        "SELECT food_id, sum(uses) AS uses, count(*) AS users FROM food_use",
        "SELECT food_id, uses, users FROM food_popularity",
        "SELECT * FROM (",
        "SELECT name FROM food UNION ALL SELECT names FROM food",
        "SELECT prominence FROM food WHERE name = ?",
        "SELECT count(*) FROM image",
        "SELECT word FROM word ORDER BY word",
        "SELECT owner, number FROM ingredient_owner",
        "UPDATE food SET image_url = ?",
        "UPDATE food SET owner = ?",
        "UPDATE food SET created_at = NULL",
        "UPDATE image SET bytes = ?",
    ]
)
