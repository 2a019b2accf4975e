import Storage

extension DiarySchema {
    /// Fiber, sugar and salt of days, and which sums are known.
    ///
    /// Bits of both columns: 1 protein, 2 fat, 4 carbohydrate, 8 fiber, 16 sugar, 32 salt.
    static let dayTotalNutrients = Migration(
        "diary-day-total-2",
        """
        ALTER TABLE day_total ADD COLUMN fiber_g REAL NOT NULL DEFAULT 0;
        ALTER TABLE day_total ADD COLUMN sugar_g REAL NOT NULL DEFAULT 0;
        ALTER TABLE day_total ADD COLUMN salt_g REAL NOT NULL DEFAULT 0;
        -- What at least one entry does not know.
        ALTER TABLE day_total ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0 CHECK (unknown BETWEEN 0 AND 63);
        -- What at least one entry knows.
        ALTER TABLE day_total ADD COLUMN known INTEGER NOT NULL DEFAULT 63 CHECK (known BETWEEN 0 AND 63);
        UPDATE day_total SET
            fiber_g = summed.fiber_g,
            sugar_g = summed.sugar_g,
            salt_g = summed.salt_g,
            unknown = summed.unknown,
            known = summed.known
        FROM (
            SELECT user_id, date, coalesce(sum(fiber_g), 0) AS fiber_g, coalesce(sum(sugar_g), 0) AS sugar_g,
                coalesce(sum(salt_g), 0) AS salt_g,
                max(protein_g IS NULL) + 2 * max(fat_g IS NULL) + 4 * max(carbohydrate_g IS NULL)
                    + 8 * max(fiber_g IS NULL) + 16 * max(sugar_g IS NULL) + 32 * max(salt_g IS NULL) AS unknown,
                max(protein_g IS NOT NULL) + 2 * max(fat_g IS NOT NULL) + 4 * max(carbohydrate_g IS NOT NULL)
                    + 8 * max(fiber_g IS NOT NULL) + 16 * max(sugar_g IS NOT NULL)
                    + 32 * max(salt_g IS NOT NULL) AS known
            FROM entry GROUP BY user_id, date
        ) AS summed WHERE day_total.user_id = summed.user_id AND day_total.date = summed.date;
        """
    )
}
