import Storage

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

    /// Ids of removed measurements, which are never recorded again.
    static let removedMeasurements = Migration(
        "profile-removed-measurements",
        """
        CREATE TABLE deleted_measurement (
            user_id TEXT NOT NULL REFERENCES profile (user_id),
            id TEXT NOT NULL,
            -- Seconds since 1970.
            at INTEGER NOT NULL,
            PRIMARY KEY (user_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deleted_measurement_by_age ON deleted_measurement (user_id, at);
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
