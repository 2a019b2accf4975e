import QueryPlans

/// The full scans that this service may do, each with the bound of its rows, and statements that only tests run.
let queryPlans = QueryPlans(
    allowed: [
        AllowedScan("SCAN sqlite_sequence", because: "the schema is not data"),
        AllowedScan("SCAN signing_key", because: "it has a row for each key that is not retired, some at most"),
        AllowedScan(
            "SCAN pending_erasure",
            because: "it has a row for each erasure that a service has not confirmed yet"
        ),
        AllowedScan("SCAN mail_outbox", in: "LIMIT", because: "the limit ends it"),
        AllowedScan("SCAN account", in: "SELECT 1 FROM account LIMIT 1", because: "the limit ends it"),
        AllowedScan("SCAN demo_account", in: "LIMIT 1", because: "it has a row for each of three accounts"),
    ],
    statementsOfTests: [
        "SELECT sealed_secret FROM totp",
        "SELECT password_hash FROM account",
    ]
)
