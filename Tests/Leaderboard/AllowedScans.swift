import QueryPlans

/// What this service may read whole, each with what bounds it, and what tests run themselves to look into tables.
let queryPlans = QueryPlans(
    allowed: [
        AllowedScan(
            "SCAN person",
            in: "UPDATE person SET due_day = ?",
            because: "an operator has all boards worked out anew"
        ),
        AllowedScan("SCAN run", in: "DELETE FROM run", because: "an operator has all boards worked out anew"),
    ],
    statementsOfTests: [
        "UPDATE bucket SET people = people + 3",
        "UPDATE person SET due_day = 0",
        "SELECT board ||",
    ]
)
