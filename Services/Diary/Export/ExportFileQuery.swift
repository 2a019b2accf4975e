import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryImports {
    /// Returns a page of the caller's diary as a file: entries in the order of their ids, then water and notes of days.
    ///
    /// A document ends with the plans and the favourites, if there are some; a table cannot have them.
    ///
    /// Pages are separate reads, and entries may move between them. The id of an entry never changes, so none is
    /// skipped or repeated.
    package func export(_ request: DiaryExport, _ context: RequestContext) async throws -> DiaryExport.Reply {
        let user = try context.user()
        let cursor = try request.cursor.map { try ExportFileCursor(text: $0) } ?? ExportFileCursor(request.format)
        return try await store.readAtLength { reader in
            var page = ExportFilePage(format: request.format, checksum: cursor.checksum)
            if cursor.position == .beginning { page.begin() }
            return try page.reply(from: cursor.position, of: user, reader)
        }
    }
}

/// The position of the next page of an export, with the checksum of the previous pages.
struct ExportFileCursor {
    let position: ExportFilePosition
    /// The checksum of a table.
    ///
    /// Nil for a document, which has an end of its own, and for a cursor without one.
    let checksum: ExportChecksum?

    /// Creates the cursor of the first page.
    init(_ format: DiaryExport.Format) {
        (position, checksum) = (.beginning, format == .csv ? ExportChecksum() : nil)
    }

    init(_ position: ExportFilePosition, _ checksum: ExportChecksum?) {
        (self.position, self.checksum) = (position, checksum)
    }

    /// - Throws: `malformed` for a cursor that no page returned.
    init(text: String) throws(ServiceError) {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let position: ExportFilePosition? =
            switch parts.first {
            case "e" where parts.count > 1: .entries(after: parts[1])
            case "d" where parts.count > 1: .days(after: parts[1])
            case "p" where parts.count > 1: Int(parts[1]).map { .plans(after: $0) }
            case "f" where parts.count > 1: Int(parts[1]).map { .favourites(after: $0) }
            default: nil
            }
        let checksum = parts.count == 4 ? ExportChecksum(rows: parts[2], digest: parts[3]) : nil
        guard let position, parts.count == 2 || checksum != nil else {
            let message = "cursor must be one that a page of the export returned."
            throw ServiceError(.malformed, message, details: [FieldError("cursor", .wrongFormat, message)])
        }
        self.init(position, checksum)
    }

    var text: String {
        let position =
            switch position {
            case .beginning: ""
            case .entries(let id): "e|\(id)"
            case .days(let date): "d|\(date)"
            case .plans(let number): "p|\(number)"
            case .favourites(let number): "f|\(number)"
            }
        return position + (checksum.map { "|\($0.rows)|\($0.digestText)" } ?? "")
    }
}

/// A position in an exported diary.
enum ExportFilePosition: Equatable {
    case beginning
    /// After the entry with an id; an empty id means before the first one.
    case entries(after: String)
    /// After the extras of a date; an empty date means before the first one.
    case days(after: String)
    /// After the plan with a number; 0 means before the first one.
    case plans(after: Int)
    /// After the favourite with a number; 0 means before the first one.
    case favourites(after: Int)
}

/// Builds one page of an exported diary.
private struct ExportFilePage {
    /// Rows per query: about as many as a page holds.
    private static let rowsMax = 500

    let format: DiaryExport.Format
    private let encoder = JSONEncoder()
    private var text = ""
    /// The checksum of the rows of a table so far.
    private var checksum: ExportChecksum?

    init(format: DiaryExport.Format, checksum: ExportChecksum?) {
        self.format = format
        self.checksum = checksum
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    private var isFull: Bool { text.utf8.count >= DiaryExport.pageBytesMax }

    mutating func begin() {
        switch format {
        case .csv: text += ExportedTable.header
        case .json:
            text += "{\"format\":\"\(ExportedDocument.format)\",\"formatVersion\":\(ExportedDocument.formatVersion),"
            text += "\"entries\":["
        }
    }

    mutating func reply(from position: ExportFilePosition, of user: UserID, _ reader: SQLReader) throws
        -> DiaryExport.Reply
    {
        var (date, number, favourite): (String, Int?, Int?) = ("", nil, nil)
        switch position {
        case .favourites(let after): favourite = after
        case .plans(let after): number = after
        case .days(let after): date = after
        case .beginning, .entries:
            if let next = try addEntries(from: position, of: user, reader) { return reply(next) }
            if format == .json { text += "\n],\"days\":[" }
        }
        if number == nil, favourite == nil {
            if let next = try addDays(after: date, of: user, reader) { return reply(next) }
            if format == .json { text += "\n]" }
        }
        switch format {
        case .csv: if let checksum { text += ExportedTable.line(ExportedTable.end(checksum)) }
        case .json:
            if favourite == nil {
                if let next = try addPlans(after: number ?? 0, of: user, reader) { return reply(next) }
            }
            if let next = try addFavourites(after: favourite ?? 0, of: user, reader) { return reply(next) }
            text += ",\"complete\":true}\n"
        }
        return DiaryExport.Reply(text: text, next: nil)
    }

    /// Adds plans until the page is full; returns the next position, or nil after the last plan.
    private mutating func addPlans(after first: Int, of user: UserID, _ reader: SQLReader) throws
        -> ExportFilePosition?
    {
        var last = first
        while let (number, plan) = try reader.exportedPlan(of: user, after: last) {
            text += last == 0 ? ",\"plans\":[\n" : ",\n"
            text += String(decoding: try encoder.encode(plan), as: UTF8.self)
            last = number
            if isFull { return .plans(after: last) }
        }
        if last > 0 { text += "\n]" }
        return nil
    }

    /// Adds favourites until the page is full; returns the next position, or nil after the last favourite.
    private mutating func addFavourites(after first: Int, of user: UserID, _ reader: SQLReader) throws
        -> ExportFilePosition?
    {
        let favourites = try reader.exportedFavourites(of: user, after: first)
        for (index, (number, favourite)) in favourites.enumerated() {
            text += first == 0 && index == 0 ? ",\"favourites\":[\n" : ",\n"
            text += String(decoding: try encoder.encode(favourite), as: UTF8.self)
            if isFull { return .favourites(after: number) }
        }
        if first > 0 || !favourites.isEmpty { text += "\n]" }
        return nil
    }

    private func reply(_ next: ExportFilePosition) -> DiaryExport.Reply {
        DiaryExport.Reply(text: text, next: ExportFileCursor(next, checksum).text)
    }

    /// Adds entries until the page is full; returns the next position, or nil after the last entry.
    private mutating func addEntries(
        from position: ExportFilePosition,
        of user: UserID,
        _ reader: SQLReader
    ) throws -> ExportFilePosition? {
        var id = ""
        if case .entries(let after) = position { id = after }
        while true {
            let entries = try reader.entries(of: user, after: id, limit: Self.rowsMax)
            for logged in entries {
                try add(logged.withoutOwnImage, ExportedTable.entries, isFirst: id.isEmpty)
                id = logged.entry.id.description
                if isFull { return .entries(after: id) }
            }
            if entries.count < Self.rowsMax { return nil }
        }
    }

    /// Adds extras of days until the page is full; returns the next position, or nil after the last day.
    private mutating func addDays(after date: String, of user: UserID, _ reader: SQLReader) throws
        -> ExportFilePosition?
    {
        var date = date
        while true {
            let days = try reader.dayExtras(of: user, after: date, limit: Self.rowsMax)
            for extras in days {
                try add(extras, ExportedTable.days, isFirst: date.isEmpty)
                date = extras.date.description
                if isFull { return .days(after: date) }
            }
            if days.count < Self.rowsMax { return nil }
        }
    }

    private mutating func add<Record>(_ record: Record, _ rows: ExportedRows<Record>, isFirst: Bool) throws {
        let row = ExportedRow(record)
        switch format {
        case .csv:
            let fields = rows.fields(of: row)
            checksum?.add(fields)
            text += ExportedTable.line(fields)
        case .json:
            text += isFirst ? "\n" : ",\n"
            text += String(decoding: try encoder.encode(row), as: UTF8.self)
        }
    }
}

extension LoggedEntry {
    /// The entry without an uploaded image: the name of one has no meaning on another server.
    fileprivate var withoutOwnImage: LoggedEntry {
        var logged = self
        if entry.hasOwnImage { logged.entry.imageURL = nil }
        return logged
    }
}

extension SQLReader {
    private static let entriesByID = LoggedEntry.table.columns.select(
        "FROM entry WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?"
    )
    private static let extrasByDate = DayExtras.table.columns.select(
        """
        FROM day_extra
        WHERE user_id = ? AND date > ? AND (water_ml <> 0 OR note <> '' OR is_complete = 1) ORDER BY date LIMIT ?
        """
    )

    /// Returns entries in the order of their ids, after a given one.
    fileprivate func entries(of user: UserID, after id: String, limit: Int) throws -> [LoggedEntry] {
        try records(LoggedEntry.table.columns, Self.entriesByID, [user.description, id, limit])
    }

    /// Returns extras of the days after a given one; leaves out days without water, note and mark.
    fileprivate func dayExtras(of user: UserID, after date: String, limit: Int) throws -> [DayExtras] {
        try records(DayExtras.table.columns, Self.extrasByDate, [user.description, date, limit])
    }
}
