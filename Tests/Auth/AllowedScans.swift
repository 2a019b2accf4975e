import QueryPlans

/// The statements of this service that read a whole table or index, each with what bounds it.
let allowedScans: [AllowedScan] = [
    AllowedScan("SCAN sqlite_sequence", because: "the schema is not data"),
    AllowedScan("SCAN signing_key", because: "it has a row for each key that is not retired, some at most"),
    AllowedScan("SCAN pending_erasure", because: "it has a row for each erasure that a service has not confirmed yet"),
    AllowedScan("SCAN mail_outbox", in: "LIMIT", because: "the limit ends it"),
]

/// Where statements begin that tests of this service run themselves, to look into tables.
let statementsOfTests: [String] = [
    "SELECT sealed_secret FROM totp",
    "SELECT password_hash FROM account",
]
