import QueryPlans

/// The statements of this service that read a whole table or index, each with what bounds it.
let allowedScans: [AllowedScan] = [
    AllowedScan(
        "SCAN profile USING INDEX profile_pending",
        because: "the index has the profiles without their target alone"
    )
]

/// Where statements begin that tests of this service run themselves, to look into tables.
let statementsOfTests: [String] = []
