import QueryPlans

/// Full table scans that the service may run, with the reason, and statements that only tests run.
let queryPlans = QueryPlans(
    allowed: [
        AllowedScan(
            "SCAN person",
            in: "UPDATE person SET due_day = ?",
            because: "an operator has all boards worked out anew"
        ),
        AllowedScan("SCAN streak", in: "DELETE FROM streak", because: "an operator rebuilds all boards"),
    ],
    statementsOfTests: [
        "UPDATE bucket SET people = people + 3",
        "UPDATE person SET due_day = 0",
        "SELECT board ||",
    ]
)
