import Calendar
import Contracts
import FoundationEssentials
import Storage

extension SQLReader {
    private static let entriesOfDays = LoggedEntry.table.columns.select(
        "FROM entry INDEXED BY entry_by_day WHERE user_id = ? AND date BETWEEN ? AND ?"
    )
    private static let orderedEntriesOfDays = DiaryEntry.columns.select(
        """
        FROM entry INDEXED BY entry_by_day
        WHERE user_id = ? AND date BETWEEN ? AND ? ORDER BY date, meal, position, id
        """
    )
    private static let entryByID = LoggedEntry.table.columns.select("FROM entry WHERE user_id = ? AND id = ?")

    /// Returns the entries of a span of days, in no particular order.
    func entries(of user: UserID, in span: DaySpan) throws -> [LoggedEntry] {
        try records(
            LoggedEntry.table.columns,
            Self.entriesOfDays,
            [user.description, span.from.description, span.to.description]
        )
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
            Self.orderedEntriesOfDays,
            [user.description, span.from.description, span.to.description]
        ) { row in
            let entry = try DiaryEntry.columns.record(row)
            days[entry.date, default: []].append(entry)
            bytes += entry.estimatedBytes
            return entry.date == span.from || bytes <= bytesMax
        }
        return days
    }

    /// Returns an entry of a user, and checks its version if the caller specifies one.
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
        return try first(Self.entryByID, key, LoggedEntry.table.columns.record)
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
        let (entry, changed) = (logged.entry, try nextChange(of: user))
        let isInserted = try insert(logged, into: LoggedEntry.table) {
            $0.bind(user.description)
            $0.bind(changed)
        }
        guard isInserted else { return false }
        if mayHaveBeenRemoved { try deleteRemoval(of: entry.id, user) }
        try updateFoodUses(from: nil, to: FoodUse(entry), of: user)
        return true
    }

    /// Replaces the stored entry with the same id, under the number of the next change.
    func replace(_ logged: LoggedEntry, of user: UserID) throws {
        let before = try reader.entryFoodUse(of: logged.entry.id, user)
        let changed = try nextChange(of: user)
        try update(logged, in: LoggedEntry.table) {
            $0.bind(user.description)
            $0.bind(changed)
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
