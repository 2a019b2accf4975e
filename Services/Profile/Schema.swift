package import Storage
import StoredImages

/// The tables of the profile service.
package enum ProfileSchema {
    /// All tables, as they were on 2026-11-28; a later change is a migration of its own.
    package static let tables: [TableSchema] = [
        TableSchema(
            "profile",
            [
                .text("user_id", .key), .integer("version", .check("version > 0")),
                .text("fields", .check("json_valid(fields)")), .text("touched", .check("json_valid(touched)")),
                .text("calculated", .optional, .check("calculated IS NULL OR json_valid(calculated)")),
                .integer("target_pending", .check("target_pending IN (0, 1)")),
                .integer("registered", .default("1"), .check("registered IN (0, 1)")),
            ],
            indexes: [.index("profile_pending", ["user_id"], where: "target_pending = 1")]
        ),
        TableSchema(
            "target",
            [
                .text("user_id", .references("profile", "user_id")),
                .text("from_date", .check("length(from_date) = 10")), .text("period", .check("json_valid(period)")),
            ],
            key: ["user_id", "from_date"]
        ),
        TableSchema(
            "measurement",
            [
                .text("user_id", .references("profile", "user_id")), .text("id"), .text("kind"), .real("value"),
                .integer("at_ms"), .text("date", .check("length(date) = 10")), .text("source", .optional),
                .text("external_id", .optional),
            ],
            key: ["user_id", "id"],
            checks: ["external_id IS NULL OR source IS NOT NULL"],
            indexes: [
                .index("measurement_by_time", ["user_id", "at_ms", "id"]),
                .index("measurement_by_kind", ["user_id", "kind", "at_ms", "id"]),
                .index(
                    "measurement_by_source",
                    ["user_id", "source", "external_id"],
                    where: "external_id IS NOT NULL",
                    isUnique: true
                ),
                .index("measurement_of_day", ["user_id", "kind", "date", "at_ms", "id"]),
            ]
        ),
        TableSchema(
            "image",
            [.text("user_id", .key, .references("profile", "user_id"))] + ImageTables.columns
        ),
        // The bytes of images.
        TableSchema(
            "image_page",
            [
                .text("user_id", .references("profile", "user_id")), .integer("page", .check("page >= 0")),
                .blob("data"),
            ],
            key: ["user_id", "page"],
            isClustered: false
        ),
        ImageTables.uploadTable(of: .text("user_id", .references("profile", "user_id"))),
        ImageTables.keyTable,
        // Ids of removed measurements, which are never recorded again.
        TableSchema(
            "deleted_measurement",
            [
                .text("user_id", .references("profile", "user_id")), .text("id"),
                // Seconds since 1970.
                .integer("at"),
            ],
            key: ["user_id", "id"],
            indexes: [.index("deleted_measurement_by_age", ["user_id", "at"])]
        ),
    ]

    /// All migrations, in order.
    package static let migrations = [
        Migration(
            baseline: "profile-2026-11",
            tables,
            and: ImageTables.firstKey,
            replacing: FormerMigrations([
                "profile-1", "profile-2", "profile-3", "profile-4", "profile-tells-allergens",
                "profile-tells-measurements", "profile-measurements-of-days", "profile-measured-body-fat",
                "profile-upload-ages", "profile-removed-measurements", "profile-tells-languages",
            ])
        )
    ]
}
