package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Returns changes of the caller's diary after a cursor.
    package func changes(_ request: DiaryChanges, _ context: RequestContext) async throws -> DiaryChanges.Reply {
        let user = try context.user()
        let limit = request.limit ?? DiaryChanges.limitDefault
        let now = now()
        return try await store.read { try $0.changes(of: user, since: request.since, limit: limit, at: now) }
    }
}

/// One change.
private enum Change {
    case entry(DiaryEntry)
    case removal(EntryID)
    case day(DayExtras)
    case version(Int, of: VersionedData)

    /// The estimated size of the change in an answer, in bytes.
    var estimatedBytes: Int {
        switch self {
        case .entry(let entry): entry.estimatedBytes
        case .removal, .version: UUIDv7.textLength
        case .day(let day): UUIDv7.textLength + day.note.utf8.count
        }
    }
}

/// Data of which a device hears the version, and which it then fetches as a whole.
private struct VersionedData: Sendable {
    /// The table with one row for each user.
    let table: String
    /// The column with the version.
    let version: String
    /// The version in a reply.
    let field: any WritableKeyPath<DiaryChanges.Reply, Int?> & Sendable

    static let all = [
        VersionedData(table: "cart", version: "version", field: \.cart),
        VersionedData(table: "plan_list", version: "version", field: \.plans),
        VersionedData(table: "favourite_list", version: "changed", field: \.favourites),
    ]
}

private struct NumberedChange {
    let number: Int
    let change: Change
}

extension SQLReader {
    private static let changedEntries = DiaryEntry.columns.select(
        "FROM entry WHERE user_id = ? AND changed > ? ORDER BY changed LIMIT ?",
        and: "changed"
    )
    private static let changedDays = DayExtras.table.columns.select(
        "FROM day_extra WHERE user_id = ? AND changed > ? ORDER BY changed LIMIT ?",
        and: "changed"
    )

    fileprivate func changes(
        of user: UserID,
        since text: String?,
        limit: Int,
        at now: Date
    ) throws -> DiaryChanges.Reply {
        let (epoch, log) = (try beacon().epoch, try changeLog(of: user))
        let given = text.flatMap(ChangesCursor.init)
        let good = given.flatMap { $0.isValid(in: epoch, log) ? $0 : nil }
        let start = good ?? ChangesCursor(epoch: epoch, number: 0, base: log.lastChange)
        // One more than requested shows whether there is another page.
        let found = try numberedChanges(of: user, after: start.number, limit: limit + 1, at: now)
        let page = found.prefix(limit).fittingOnePage
        let isMore = page.count < found.count
        let end = isMore ? page.last?.number ?? start.number : log.lastChange
        return DiaryChanges.Reply(
            page.map(\.change),
            cursor: ChangesCursor(epoch: epoch, number: end, base: start.base),
            isMore: isMore,
            reset: text != nil && good == nil
        )
    }

    /// Returns the first changes after a number, in order.
    ///
    /// Each kind is read by its own index, so that unchanged rows are not scanned.
    private func numberedChanges(
        of user: UserID,
        after number: Int,
        limit: Int,
        at now: Date
    ) throws -> [NumberedChange] {
        let arguments: [SQLValue?] = [user.description, number, limit]
        func changed(_ table: String, _ columns: String) throws -> [SQLRow] {
            try rows(
                "SELECT \(columns) FROM \(table) WHERE user_id = ? AND changed > ? ORDER BY changed LIMIT ?",
                arguments
            )
        }
        func numbered(_ row: SQLRow, _ change: Change) throws -> NumberedChange {
            NumberedChange(number: try row.value("changed"), change: change)
        }
        var all: [NumberedChange] = []
        var (entries, numbers): ([DiaryEntry], [Int]) = ([], [])
        try forEach(Self.changedEntries, arguments) { row in
            entries.append(try DiaryEntry.columns.record(row))
            numbers.append(Int(row.integer(DiaryEntry.columns.count)))
            return true
        }
        entries = try withSignedImages(entries, \.imageURL, at: now)
        all += zip(numbers, entries).map { NumberedChange(number: $0, change: .entry($1)) }
        let extras = DayExtras.table.columns
        try forEach(Self.changedDays, arguments) { row in
            all.append(NumberedChange(number: Int(row.integer(extras.count)), change: .day(try extras.record(row))))
            return true
        }
        all += try changed("deleted_entry", "id, changed").map { try numbered($0, .removal(try $0.entryID("id"))) }
        for data in VersionedData.all {
            all += try changed(data.table, "\(data.version) AS version, changed").map {
                try numbered($0, .version(try $0.value("version"), of: data))
            }
        }
        return Array(all.sorted { $0.number < $1.number }.prefix(limit))
    }
}

extension ArraySlice<NumberedChange> {
    /// The first changes that fit into one answer; at least one.
    fileprivate var fittingOnePage: ArraySlice<NumberedChange> {
        var bytes = 0
        let fitting = prefix { change in
            bytes += change.change.estimatedBytes
            return bytes <= DiaryChanges.pageBytesMax
        }
        return prefix(Swift.max(fitting.count, 1))
    }
}

extension DiaryChanges.Reply {
    fileprivate init(_ changes: [Change], cursor: ChangesCursor, isMore: Bool, reset: Bool) {
        self.init(
            items: [],
            deleted: [],
            days: [],
            cart: nil,
            cursor: cursor.description,
            isMore: isMore,
            reset: reset
        )
        for change in changes {
            switch change {
            case .entry(let entry): items.append(entry)
            case .removal(let id): deleted.append(id)
            case .day(let day): days.append(day)
            case .version(let version, let data): self[keyPath: data.field] = version
            }
        }
    }
}

extension SQLRow {
    fileprivate func entryID(_ column: String) throws -> EntryID {
        guard let id = EntryID(try value(column, as: String.self)) else {
            throw ServiceError(.internalError, "The diary holds a removed entry with an unreadable id.")
        }
        return id
    }
}
