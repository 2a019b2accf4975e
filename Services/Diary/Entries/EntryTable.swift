import Calendar
import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    /// Returns the entries of a span of days, in no particular order.
    func entries(of user: UserID, in span: DaySpan) throws -> [LoggedEntry] {
        try rows(
            "SELECT * FROM entry INDEXED BY entry_by_day WHERE user_id = ? AND date BETWEEN ? AND ?",
            [user.description, span.from.description, span.to.description]
        ).map { try $0.loggedEntry() }
    }

    /// Returns the entries of a span of days, grouped by day and ordered within each meal.
    ///
    /// - Parameters:
    ///   - user: The owner of the diary.
    ///   - span: The days. The first one is always read completely.
    ///   - bytesMax: Reading stops at the entry that brings the estimated size above this limit. The day of that entry
    ///     may then be incomplete, and does not fit into an answer of that size.
    /// - Returns: The entries. Days without entries are absent.
    /// - Throws: What the database throws.
    func dayEntries(of user: UserID, in span: DaySpan, bytesMax: Int) throws -> [PlainDate: [DiaryEntry]] {
        var (days, bytes): ([PlainDate: [DiaryEntry]], Int) = ([:], 0)
        try forEach(
            """
            SELECT \(DiaryEntry.columns) FROM entry INDEXED BY entry_by_day
            WHERE user_id = ? AND date BETWEEN ? AND ? ORDER BY date, meal, position, id
            """,
            [user.description, span.from.description, span.to.description]
        ) { row in
            let entry = try row.diaryEntry()
            days[entry.date, default: []].append(entry)
            bytes += entry.estimatedBytes
            return entry.date == span.from || bytes <= bytesMax
        }
        return days
    }

    /// Returns an entry of a user, and checks its version if the caller names one.
    ///
    /// - Throws: `notFound`, also for an entry of another user. `versionMismatch` with the stored entry.
    func entry(
        _ id: EntryID,
        of user: UserID,
        ifVersion version: Int?,
        at now: Date
    ) throws -> LoggedEntry {
        guard let logged = try entry(id, of: user) else { throw ServiceError.notFound("entry") }
        guard let version, version != logged.entry.version else { return logged }
        throw try ServiceError.versionMismatch(
            "entry",
            seen: version,
            current: try withSignedImage(logged.entry, at: now),
            version: logged.entry.version
        )
    }

    /// Returns an entry of a user; nil if it does not exist or belongs to another user.
    func entry(_ id: EntryID, of user: UserID) throws -> LoggedEntry? {
        let key: [SQLValue?] = [user.description, id.description]
        return try row("SELECT * FROM entry WHERE user_id = ? AND id = ?", key)?.loggedEntry()
    }

    /// Returns the position after the last entry of a meal.
    func nextPosition(in meal: Meal, of date: PlainDate, _ user: UserID) throws -> Int {
        let next = try first(
            "SELECT coalesce(max(position) + 1, 0) FROM entry WHERE user_id = ? AND date = ? AND meal = ?",
            binding: {
                $0.bind(user.description)
                $0.bind(date.description)
                $0.bind(meal.rawValue)
            },
            { Int($0.integer(0)) }
        )
        return next ?? 0
    }
}

extension SQLTransaction {
    /// Stores a new entry under the number of the next change.
    ///
    /// - Parameters:
    ///   - logged: The entry.
    ///   - user: The owner of the diary.
    ///   - mayHaveBeenRemoved: Whether an entry with this id may have been removed before; false for a newly generated
    ///     id.
    /// - Returns: Whether the entry was stored; false if the user has an entry with this id.
    /// - Throws: What the database throws.
    func insert(_ logged: LoggedEntry, of user: UserID, mayHaveBeenRemoved: Bool = true) throws -> Bool {
        let entry = logged.entry
        let changed = try nextChange(of: user)
        let inserted = try execute(
            """
            INSERT INTO entry (
                user_id, id, at, food_id, image, date, meal, position, name, grams, portion, portion_grams, quantity,
                kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g, salt_g,
                version, changed, kcal_per_100_g, protein_g_per_100_g, fat_g_per_100_g, carbohydrate_g_per_100_g,
                fiber_g_per_100_g, sugar_g_per_100_g, salt_g_per_100_g
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, id) DO NOTHING
            """
        ) {
            $0.bind(user.description)
            $0.bind(entry.id.description)
            $0.bind(logged, changed: changed)
        }
        guard inserted == 1 else { return false }
        if mayHaveBeenRemoved { try deleteRemoval(of: entry.id, user) }
        try updateFoodUses(from: nil, to: FoodUse(entry), of: user)
        return true
    }

    /// Replaces the stored entry with the same id, under the number of the next change.
    func replace(_ logged: LoggedEntry, of user: UserID) throws {
        let before = try reader.entryFoodUse(of: logged.entry.id, user)
        let changed = try nextChange(of: user)
        try execute(
            """
            UPDATE entry SET
                at = ?, food_id = ?, image = ?,
                date = ?, meal = ?, position = ?, name = ?, grams = ?, portion = ?, portion_grams = ?, quantity = ?,
                kcal = ?, protein_g = ?, fat_g = ?, carbohydrate_g = ?, fiber_g = ?, sugar_g = ?, salt_g = ?,
                version = ?, changed = ?, kcal_per_100_g = ?, protein_g_per_100_g = ?, fat_g_per_100_g = ?,
                carbohydrate_g_per_100_g = ?, fiber_g_per_100_g = ?, sugar_g_per_100_g = ?, salt_g_per_100_g = ?
            WHERE user_id = ? AND id = ?
            """
        ) {
            $0.bind(logged, changed: changed)
            $0.bind(user.description)
            $0.bind(logged.entry.id.description)
        }
        try updateFoodUses(from: before, to: try reader.entryFoodUse(of: logged.entry.id, user), of: user)
    }

    /// Removes an entry and stores its version and the time, under the number of the next change.
    func removeEntry(_ entry: DiaryEntry, of user: UserID, at moment: Date) throws {
        let (id, before) = (entry.id, try reader.entryFoodUse(of: entry.id, user))
        try execute("DELETE FROM entry WHERE user_id = ? AND id = ?", [user.description, id.description])
        try removeImage(of: id, user)
        try recordRemoval(of: entry, user, at: moment)
        try updateFoodUses(from: before, to: nil, of: user)
    }
}

extension SQLBinder {
    /// Binds the columns from `at` on.
    fileprivate mutating func bind(_ logged: LoggedEntry, changed: Int) {
        let entry = logged.entry
        bind(entry.at)
        bind(entry.foodId?.description)
        bind(entry.imageURL)
        bind(entry.date.description)
        bind(entry.meal.rawValue)
        bind(entry.position)
        bind(entry.name)
        bind(entry.grams)
        bind(entry.portion)
        bind(logged.portionGrams)
        bind(entry.quantity)
        bind(entry.nutrients)
        bind(entry.version)
        bind(changed)
        bind(logged.per100g)
    }

    /// Binds energy and nutrients in the order of the columns.
    private mutating func bind(_ nutrients: Nutrients?) {
        bind(nutrients?.kcal)
        bind(nutrients?.proteinG)
        bind(nutrients?.fatG)
        bind(nutrients?.carbohydrateG)
        bind(nutrients?.fiberG)
        bind(nutrients?.sugarG)
        bind(nutrients?.saltG)
    }
}
