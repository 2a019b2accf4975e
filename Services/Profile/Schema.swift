package import Storage

/// The tables of the profile service.
package enum ProfileSchema {
    /// All migrations, in order.
    package static let migrations = [
        Migration(
            "profile-1",
            """
            CREATE TABLE profile (
                user_id TEXT PRIMARY KEY NOT NULL,
                version INTEGER NOT NULL CHECK (version > 0),
                fields TEXT NOT NULL CHECK (json_valid(fields)),
                touched TEXT NOT NULL CHECK (json_valid(touched)),
                calculated TEXT CHECK (calculated IS NULL OR json_valid(calculated)),
                target_pending INTEGER NOT NULL CHECK (target_pending IN (0, 1))
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX profile_pending ON profile (user_id) WHERE target_pending = 1;
            CREATE TABLE target (
                user_id TEXT NOT NULL REFERENCES profile (user_id),
                from_date TEXT NOT NULL CHECK (length(from_date) = 10),
                period TEXT NOT NULL CHECK (json_valid(period)),
                PRIMARY KEY (user_id, from_date)
            ) STRICT, WITHOUT ROWID;
            """
        ),
        // Existing profiles already have their registrations: auth's events reached them within a second.
        Migration(
            "profile-2",
            "ALTER TABLE profile ADD COLUMN registered INTEGER NOT NULL DEFAULT 1 CHECK (registered IN (0, 1));"
        ),
        measurements,
        images,
        // Publishes all profiles again, now with allergens.
        .forceReload("profile-tells-allergens"),
        .forceReload("profile-tells-measurements"),
        measurementsOfDays,
        measuredBodyFat,
        uploadAges,
        removedMeasurements,
        // Publishes all profiles again, now with languages, which the diary and auth store.
        .forceReload("profile-tells-languages"),
    ]
}
