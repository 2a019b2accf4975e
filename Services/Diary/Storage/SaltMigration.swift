import Storage

extension DiarySchema {
    /// Corrects the salt of entries of foods, which was 2.54 times their sodium instead of 2.5 times.
    ///
    /// The diary stores salt. An entry of a food has the salt of 100 g, from which its own follows. Bare energy and imported
    /// rows stay as they were entered: most of them state the salt of a label, and the others cannot be told apart.
    /// Versions and numbers of changes stay, so that no device loads years of entries again for some hundredths of a gram.
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
