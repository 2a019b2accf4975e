import Contracts
import FoodFormats

/// Something that a file brings.
enum ImportItem: Sendable, Equatable {
    case entry(LoggedEntry)
    case extras(DayExtras)

    var date: PlainDate {
        switch self {
        case .entry(let logged): logged.entry.date
        case .extras(let extras): extras.date
        }
    }
}

/// A row of a file, and what it came to.
struct ImportRow: Sendable, Equatable {
    /// What a row is.
    enum Content: Sendable, Equatable {
        case item(ImportItem)
        /// No food on purpose, such as a total.
        case passedOver
        /// Why it cannot be taken.
        case refused(String)
    }

    /// The line on which it begins, from 1.
    let line: Int
    let content: Content

    /// Bytes of a reason that are kept: reasons quote the file, which may have megabytes in one field.
    static let reasonBytesMax = 300

    init(line: Int, _ content: Content) {
        self.line = line
        if case .refused(let reason) = content {
            self.content = .refused(reason.beginning(bytesMax: Self.reasonBytesMax))
        } else {
            self.content = content
        }
    }

    var item: ImportItem? {
        guard case .item(let item) = content else { return nil }
        return item
    }
}

/// Reads a file row by row.
protocol ImportSource {
    /// Meals that are none of ours, with how many entries of each became snacks.
    var otherMeals: [String: Int] { get }
    /// What was noticed about the file as a whole; to be asked when it was read to its end.
    var warnings: [DiaryImport.Warning] { get }

    /// The next row; nil at the end.
    ///
    /// - Throws: `ServiceError` if the file cannot be read on.
    mutating func next() throws -> ImportRow?
}

extension ImportSource {
    var otherMeals: [String: Int] { [:] }
    var warnings: [DiaryImport.Warning] { [] }

    /// So many rows, or fewer at the end.
    mutating func next(_ count: Int) throws -> [ImportRow] {
        var rows: [ImportRow] = []
        while rows.count < count, let row = try next() { rows.append(row) }
        return rows
    }
}

/// Opens files of diaries.
enum ImportFile {
    /// What messages call it.
    static let name = "The file"

    /// Begins to read a file.
    ///
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - format: Whose it is.
    ///   - dateOrder: For dates that are not written YYYY-MM-DD.
    ///   - user: Whose diary it is for.
    ///   - at: When its entries are logged, where it does not say; RFC 3339.
    ///   - nowMs: The wall clock, in milliseconds since 1970.
    /// - Returns: What reads it.
    /// - Throws: `invalid` if it is no such file.
    static func open(
        _ bytes: [UInt8],
        _ format: DiaryImportFormat,
        _ dateOrder: DateOrder?,
        of user: UserID,
        at: String,
        nowMs: Int
    ) throws(ServiceError) -> any ImportSource {
        do throws(SourceFailure) {
            guard format == .mealwire else {
                let table = try DelimitedRows(bytes, name: name, findsDelimiter: true)
                let layout = try TableLayout(table, format)
                let place = ImportedPlace(user: user, format: format, at: at)
                return TableImport(table, layout, ImportDates(order: dateOrder), place)
            }
            if ExportedDocument.isOne(bytes) { return ExportedDocument(bytes, nowMs: nowMs) }
            return try ExportedTable(bytes, nowMs: nowMs)
        } catch {
            throw unreadable("\(error)")
        }
    }

    /// A file that is not what it should be.
    static func unreadable(_ sentence: String) -> ServiceError {
        ServiceError.invalid([FieldError("file", .wrongFormat, sentence)])
    }
}
