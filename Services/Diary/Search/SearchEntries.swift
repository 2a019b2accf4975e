import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Finds the caller's entries by words of their names.
    package func searchEntries(
        _ request: DiaryEntriesSearch,
        _ context: RequestContext
    ) async throws -> DiaryEntriesSearch.Reply {
        let user = try context.user()
        let now = now()
        let query = NameQuery(request.q)
        let limit = request.limit ?? DiaryEntriesSearch.limitDefault
        let start = request.cursor.flatMap(EntryCursor.init)
        return try await store.readAtLength { reader in
            let found = try reader.entries(of: user, matching: query, after: start, limit: limit)
            let entries = try found.ids.compactMap { try reader.entry($0, of: user)?.entry }
            return DiaryEntriesSearch.Reply(
                items: try reader.withSignedImages(entries, \.imageURL, at: now),
                nextCursor: found.next?.description
            )
        }
    }
}

/// A position in the entries of a user, newest day first: the number of the day and the id.
private struct EntryCursor: LosslessStringConvertible {
    let date: PlainDate
    let id: EntryID

    init(date: PlainDate, id: EntryID) {
        (self.date, self.id) = (date, id)
    }

    init?(_ text: String) {
        guard let id = EntryID(String(text.suffix(UUIDv7.textLength))),
            let day = Int(text.dropLast(UUIDv7.textLength + 1)), Self.days.contains(day)
        else { return nil }
        self.init(date: PlainDate(dayNumber: day), id: id)
    }

    /// The days that a date of four digits can have; others do not sort as text.
    private static let days = -719_162...2_932_896

    var description: String { "\(date.dayNumber)-\(id)" }
}

/// The entries of one page, and where the next one begins.
private struct FoundEntries {
    var ids: [EntryID] = []
    /// Nil after the oldest entry.
    var next: EntryCursor?
}

extension SQLReader {
    /// Sorts after every date.
    private static var afterAllDates: String { "~" }

    /// Returns the next entries with a name that matches.
    ///
    /// It reads day by day, from the newest one, and compares each different name once.
    fileprivate func entries(
        of user: UserID,
        matching query: NameQuery,
        after start: EntryCursor?,
        limit: Int
    ) throws -> FoundEntries {
        var found = FoundEntries()
        var (matches, scanned, last): ([String: Bool], Int, EntryCursor?) = ([:], 0, nil)
        try forEach(
            """
            SELECT date, id, name FROM entry INDEXED BY entry_by_day
            WHERE user_id = ? AND (date, id) < (?, ?) ORDER BY date DESC, id DESC
            """,
            [user.description, start?.date.description ?? Self.afterAllDates, start?.id.description ?? ""]
        ) { row in
            guard found.ids.count < limit, scanned < DiaryEntriesSearch.scannedMax else {
                found.next = last
                return false
            }
            scanned += 1
            guard let id = EntryID(row.text(1)) else {
                throw ServiceError(.internalError, "The diary holds an entry with an unreadable id.")
            }
            last = EntryCursor(date: try row.date(0), id: id)
            let name = row.text(2)
            let isMatch = matches[name] ?? query.matches(name)
            matches[name] = isMatch
            if isMatch { found.ids.append(id) }
            return true
        }
        return found
    }
}
