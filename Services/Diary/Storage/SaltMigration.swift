import Storage

extension DiarySchema {
    /// Corrects the salt of entries with a food, which was 2.54 times their sodium instead of 2.5 times.
    ///
    /// An entry of a food stores the salt of 100 g, from which its own salt follows.
    /// Bare energy and imported rows stay unchanged: most of them state the salt of a label, and the others look the
    /// same.
    /// Versions and change numbers stay, so that no device reloads years of entries for hundredths of a gram.
    static let saltOfLabels = Migration(
        "diary-salt-of-labels-1",
        """
        UPDATE entry SET
            salt_g_per_100_g = salt_g_per_100_g * 2.5 / 2.54,
            salt_g = round(salt_g_per_100_g * 2.5 / 2.54 * grams / 100, 2)
        WHERE salt_g_per_100_g > 0;
        UPDATE day_total SET salt_g = (
            SELECT coalesce(sum(salt_g), 0) FROM entry INDEXED BY entry_by_day
            WHERE entry.user_id = day_total.user_id AND entry.date = day_total.date
        ) WHERE salt_g > 0;
        """
    )
}
