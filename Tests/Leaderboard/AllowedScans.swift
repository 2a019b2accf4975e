import QueryPlans

/// The statements of this service that read a whole table or index, each with what bounds it.
let allowedScans: [AllowedScan] = [
    AllowedScan(
        "SCAN person",
        in: "UPDATE person SET due_day = ?",
        because: "an operator has all boards worked out anew"
    ),
    AllowedScan("SCAN run", in: "DELETE FROM run", because: "an operator has all boards worked out anew"),
]

/// Where statements begin that tests of this service run themselves, to look into tables.
let statementsOfTests: [String] = [
    "UPDATE bucket SET people = people + 3",
    "UPDATE person SET due_day = 0",
    "SELECT board ||",
]
