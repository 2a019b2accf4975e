import QueryPlans

/// Full table scans that the service may run, with the reason, and statements that only tests run.
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
