import QueryPlans

/// What this service may read whole, each with what bounds it, and what tests run themselves to look into tables.
let queryPlans = QueryPlans(
    allowed: [
        AllowedScan(
            "SCAN profile USING INDEX profile_pending",
            because: "the index has the profiles without their target alone"
        )
    ]
)
