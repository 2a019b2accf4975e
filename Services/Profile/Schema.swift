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
    ]
}

extension ProfileSchema {
    /// Measurements, including the weights that profiles already have.
    ///
    /// Such a weight gets the user's own id, which no other measurement has, and the time of the upgrade.
    static let measurements = Migration(
        "profile-3",
        """
        CREATE TABLE measurement (
            user_id TEXT NOT NULL REFERENCES profile (user_id),
            id TEXT NOT NULL,
            kind TEXT NOT NULL,
            value REAL NOT NULL,
            at_ms INTEGER NOT NULL,
            date TEXT NOT NULL CHECK (length(date) = 10),
            source TEXT,
            external_id TEXT,
            PRIMARY KEY (user_id, id),
            CHECK (external_id IS NULL OR source IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX measurement_by_time ON measurement (user_id, at_ms, id);
        CREATE INDEX measurement_by_kind ON measurement (user_id, kind, at_ms, id);
        CREATE INDEX measurement_by_day ON measurement (user_id, kind, date);
        CREATE UNIQUE INDEX measurement_by_source ON measurement (user_id, source, external_id)
            WHERE external_id IS NOT NULL;
        INSERT INTO measurement (user_id, id, kind, value, at_ms, date)
            SELECT user_id, user_id, 'weight', json_extract(fields, '$.weightKg'),
                CAST(strftime('%s', 'now') AS INTEGER) * 1000, date('now')
            FROM profile
            WHERE json_extract(fields, '$.weightKg') <> 50
                OR EXISTS (SELECT 1 FROM json_each(touched) WHERE value = 'weightKg');
        """
    )

    /// An index that finds the newest measurement of a kind on a day without reading other days.
    static let measurementsOfDays = Migration(
        "profile-measurements-of-days",
        """
        DROP INDEX measurement_by_day;
        CREATE INDEX measurement_of_day ON measurement (user_id, kind, date, at_ms, id);
        """
    )

    /// Records the body fat of existing profiles as measurements at the time of the upgrade.
    ///
    /// The profile so keeps the value until a newer one is measured. The id is the user's own id with a different last
    /// digit: a weight may have the user's id itself, and no other measurement has either.
    static let measuredBodyFat = Migration(
        "profile-measured-body-fat",
        """
        INSERT INTO measurement (user_id, id, kind, value, at_ms, date)
            SELECT user_id, substr(user_id, 1, 35) || CASE substr(user_id, 36) WHEN '0' THEN '1' ELSE '0' END,
                'bodyFat', json_extract(fields, '$.bodyFatPercent'),
                CAST(strftime('%s', 'now') AS INTEGER) * 1000, date('now')
            FROM profile WHERE json_extract(fields, '$.bodyFatPercent') IS NOT NULL;
        """
    )
}

extension ProfileSchema {
    /// Images in pages, incomplete uploads, and the key that signs image URLs.
    static let images = Migration(
        "profile-4",
        """
        CREATE TABLE image (
            user_id TEXT PRIMARY KEY NOT NULL REFERENCES profile (user_id),
            id TEXT NOT NULL UNIQUE,
            content_type TEXT NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            bytes INTEGER NOT NULL CHECK (bytes > 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE image_page (
            user_id TEXT NOT NULL REFERENCES profile (user_id),
            page INTEGER NOT NULL CHECK (page >= 0),
            data BLOB NOT NULL,
            PRIMARY KEY (user_id, page)
        ) STRICT;
        CREATE TABLE upload_page (
            user_id TEXT NOT NULL REFERENCES profile (user_id),
            upload TEXT NOT NULL,
            page INTEGER NOT NULL CHECK (page >= 0),
            at INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (user_id, upload, page)
        ) STRICT;
        CREATE TABLE image_key (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            value BLOB NOT NULL CHECK (length(value) = 32)
        ) STRICT;
        INSERT INTO image_key VALUES (1, randomblob(32));
        """
    )

    /// An index that finds old uploads without reading the others' pages.
    static let uploadAges = Migration(
        "profile-upload-ages",
        "CREATE INDEX upload_page_at ON upload_page (at);"
    )
}
