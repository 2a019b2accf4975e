import Calendar
import Contracts
import Diary
import Foundation
import TestSupport
import Testing

/// Imports into a diary and exports from it.
extension DiaryFixture {
    var imports: DiaryImports {
        let clock = clock
        return DiaryImports(store: store, now: { clock.now })
    }

    /// Uploads a file in pages of a size.
    func send(_ text: String, pageBytes: Int = ImportTransfer.pageBytesMax, as user: UserID? = nil) async throws -> (
        upload: ImportID, pages: Int
    ) {
        try await send(Array(text.utf8), pageBytes: pageBytes, as: user)
    }

    func send(_ bytes: [UInt8], pageBytes: Int = ImportTransfer.pageBytesMax, as user: UserID? = nil) async throws -> (
        upload: ImportID, pages: Int
    ) {
        let (upload, pages) = (ImportID.make(), Base64.pages(of: bytes, bytesEach: pageBytes))
        for (page, base64) in pages.enumerated() {
            _ = try await imports.storePage(DiaryImportsPage(upload: upload, page: page, base64: base64), context(user))
        }
        return (upload, pages.count)
    }

    /// Uploads a file and returns its preview.
    func preview(
        _ text: String,
        _ format: DiaryImportFormat,
        _ order: DateOrder? = nil,
        pageBytes: Int = ImportTransfer.pageBytesMax,
        as user: UserID? = nil
    ) async throws -> DiaryImport {
        let (upload, pages) = try await send(text, pageBytes: pageBytes, as: user)
        let make = DiaryImportsMake(upload: upload, pages: pages, format: format, dateOrder: order)
        return try await imports.make(make, context(user, timeoutMs: 60_000))
    }

    func apply(_ id: ImportID, replace: Bool? = nil, as user: UserID? = nil) async throws -> DiaryImportOutcome {
        try await imports.apply(DiaryImportsApply(id: id, replace: replace), context(user, timeoutMs: 60_000))
    }

    /// Uploads a file and applies it.
    @discardableResult
    func importFile(
        _ text: String,
        _ format: DiaryImportFormat,
        _ order: DateOrder? = nil,
        replace: Bool? = nil,
        as user: UserID? = nil
    ) async throws -> DiaryImportOutcome {
        let preview = try await preview(text, format, order, as: user)
        return try await apply(preview.id, replace: replace, as: user)
    }

    /// Returns all pages of an exported diary as one text.
    func exported(_ format: DiaryExport.Format, as user: UserID? = nil) async throws -> String {
        var (text, cursor): (String, String?) = ("", nil)
        repeat {
            let reply = try await imports.export(DiaryExport(format: format, cursor: cursor), context(user))
            text += reply.text
            cursor = reply.next
        } while cursor != nil
        return text
    }

    /// Returns the entries of a day in the order of meals and positions.
    func entries(_ date: PlainDate, as user: UserID? = nil) async throws -> [DiaryEntry] {
        try await day(date, as: user).meals.flatMap(\.entries)
    }
}

/// The counts of an import's outcome, without its id.
struct Outcome: Equatable {
    var added = 0
    var unchanged = 0
    var kept = 0
    var replaced = 0
    var refused = 0
}

extension Outcome {
    init(_ outcome: DiaryImportOutcome) {
        (added, unchanged, kept) = (outcome.added, outcome.unchanged, outcome.kept)
        (replaced, refused) = (outcome.replaced, outcome.refused)
    }
}
