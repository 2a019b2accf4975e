import QueryPlans

/// Full index scans that the service may run, with the reason.
let queryPlans = QueryPlans(
    allowed: [
        AllowedScan(
            "SCAN profile USING INDEX profile_pending",
            because: "the index has only profiles with a pending target"
        )
    ]
)
