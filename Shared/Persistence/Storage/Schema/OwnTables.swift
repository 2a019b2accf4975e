extension Store {
    /// The tables of every service's database besides its own: events, positions, erased users and replies.
    package static let ownTables: [TableSchema] = [
        // Events to publish, in order.
        TableSchema(
            "outbox",
            [
                .integer("sequence", .numbered), .text("id", .unique), .text("type"), .text("subject"), .text("time"),
                .text("traceparent", .optional), .text("data"),
            ]
        ),
        // Distinguishes this outbox from an older copy of it; see `Epoch.swift`.
        TableSchema("epoch", [.integer("only", .key, .check("\"only\" = 1")), .text("value")]),
        // The position in the events of each source. `event` is the id of the event there, which shows whether the
        // source continued from an older copy of itself; `audit_requests` counts requested audits (see `Audit.swift`).
        TableSchema(
            "cursor",
            [
                .text("source", .key), .text("epoch"), .integer("sequence", .check("sequence >= 0")),
                .text("event", .optional), .integer("audit_requests", .default("0")),
            ]
        ),
        // Erased users; see `Tombstones`.
        TableSchema("tombstone", [.blob("hash", .key, .check("length(hash) = 32"))]),
        TableSchema(
            "tombstone_key",
            [.integer("only", .key, .check("\"only\" = 1")), .blob("value", .check("length(value) = 32"))]
        ),
        // Replies by idempotency key, in order of insertion. Keys of version 7 have the same order, so inserts and
        // removals change the ends of the table and of its indexes instead of one page for each row.
        TableSchema(
            "stored_reply",
            [
                .integer("id", .numbered), .text("caller"), .text("method"), .text("key"), .blob("hash"),
                .blob("reply"), .integer("expires"),
            ],
            indexes: [
                .index("stored_reply_by_key", ["key", "caller", "method"], isUnique: true),
                .index("stored_reply_by_expiry", ["expires"]),
            ]
        ),
    ]

    /// Migrations of every service's database.
    package static let ownMigrations = [
        Migration(
            baseline: "storage-2026-11",
            ownTables,
            and: """
                INSERT INTO epoch VALUES (1, lower(hex(randomblob(16))));
                INSERT INTO tombstone_key VALUES (1, randomblob(32));
                """,
            // Replies were in the table `reply` before; they expired two days after that.
            replacing: FormerMigrations((1...5).map { "storage-\($0)" }, dropping: ["reply"])
        )
    ]
}
