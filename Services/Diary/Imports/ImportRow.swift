import Calendar
import Contracts
import FoodFormats

/// An item of a file.
enum ImportItem: Sendable, Equatable {
    case entry(LoggedEntry)
    case extras(DayExtras)
    case plan(ExportedPlan)
    case favourite(ExportedFavourite)
}

/// A row of a file and its result.
struct ImportRow: Sendable, Equatable {
    /// The result of a row.
    enum Content: Sendable, Equatable {
        case item(ImportItem)
        /// Not a food by intention, such as a total.
        case passedOver
        /// The reason why it cannot be imported.
        case refused(RowRefusal)
    }

    /// The line on which the row begins, from 1.
    let line: Int
    let content: Content

    /// The maximum bytes of a reason: it quotes the file, which may have megabytes in one field.
    static let reasonBytesMax = 300
    /// The maximum bytes of a value of a reason, which may quote the file as well.
    static let paramBytesMax = 100

    init(line: Int, _ content: Content) {
        self.line = line
        if case .refused(let refusal) = content {
            let params = refusal.params.mapValues { $0.beginning(bytesMax: Self.paramBytesMax) }
            let reason = refusal.reason.beginning(bytesMax: Self.reasonBytesMax)
            self.content = .refused(RowRefusal(reason, refusal.code, params))
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
    /// Unknown names of meals, with the number of their entries; these become snacks.
    var otherMeals: [String: Int] { get }
    /// Warnings about the whole file, complete after its last row was read.
    var warnings: [DiaryImport.Warning] { get }

    /// Returns the next row; nil at the end.
    ///
    /// - Throws: `ServiceError` if the rest of the file cannot be read.
    mutating func next() throws -> ImportRow?
}

extension ImportSource {
    var otherMeals: [String: Int] { [:] }
    var warnings: [DiaryImport.Warning] { [] }

    /// Returns up to `count` rows; fewer only at the end.
    mutating func next(_ count: Int) throws -> [ImportRow] {
        var rows: [ImportRow] = []
        while rows.count < count, let row = try next() { rows.append(row) }
        return rows
    }
}

/// Opens files of diaries.
enum ImportFile {
    /// The name of the file in messages.
    static let name = "The file"

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - format: The program that wrote it.
    ///   - dateOrder: The order of dates that are not written YYYY-MM-DD.
    ///   - user: The owner of the diary.
    ///   - at: The time of entries without one, in RFC 3339.
    ///   - nowMs: The wall clock, in milliseconds since 1970.
    /// - Returns: The reader of the file.
    /// - Throws: `invalid` if the file has another format.
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
                let context = ImportContext(user: user, format: format, at: at)
                return TableImport(table, layout, ImportDates(order: dateOrder), context)
            }
            if ExportedDocument.isJSON(bytes) { return ExportedDocument(bytes, nowMs: nowMs) }
            return try ExportedTable(bytes, nowMs: nowMs)
        } catch {
            throw unreadable("\(error)", error.reason, error.params)
        }
    }

    /// Returns the error for a file with another format.
    static func unreadable(
        _ sentence: String,
        _ reason: DiaryImport.FileProblem?,
        _ params: [String: String] = [:]
    ) -> ServiceError {
        var params = params.mapValues { $0.beginning(bytesMax: ImportRow.paramBytesMax) }
        if let reason { params["reason"] = reason.rawValue }
        return ServiceError.invalid([FieldError("file", .wrongFormat, sentence, params: params)])
    }
}
