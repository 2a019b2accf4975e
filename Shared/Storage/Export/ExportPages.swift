package import Contracts
import GRDB

extension Store {
    /// Returns the next page of a user's data, read from one consistent view of the database.
    ///
    /// A change between two pages may or may not be included, as in any paged list.
    ///
    /// - Parameters:
    ///   - request: Where the page begins.
    ///   - user: The user to export; no other rows are read.
    ///   - source: The tables to export.
    ///   - bytesMax: The maximum size of the encoded page, in bytes.
    /// - Returns: The page, and the cursor of the next one.
    /// - Throws: `ServiceError` with `malformed` for an unknown cursor. With `conflict` if a row that spans two pages
    ///   has changed between them.
    package func exportPage(
        _ request: ExportPage,
        of user: UserID,
        _ source: ExportSource,
        bytesMax: Int = ExportPage.pageBytesMax
    ) async throws -> ExportPage.Reply {
        let place = try request.cursor.map(ExportPlace.init(cursor:))
        return try await readAtLength { reader in
            var page = ExportPageBuilder(user: user, source: source, reader: reader, bytesMax: bytesMax)
            return try page.reply(after: place)
        }
    }
}

/// Fills one page.
private struct ExportPageBuilder {
    let user: UserID
    let source: ExportSource
    let reader: SQLReader
    private var text: ExportText

    init(user: UserID, source: ExportSource, reader: SQLReader, bytesMax: Int) {
        self.user = user
        self.source = source
        self.reader = reader
        text = ExportText(bytesMax: bytesMax)
    }

    mutating func reply(after place: ExportPlace?) throws -> ExportPage.Reply {
        var (first, place) = (0, place)
        if let table = place?.table {
            guard let index = source.tables.firstIndex(where: { $0.title == table }),
                place?.key.map({ $0.count == source.tables[index].key.count }) ?? true
            else { throw ExportPlace.unknown }
            first = index
        }
        for (index, table) in source.tables.enumerated().dropFirst(first) {
            if place == nil { text.open(table.title, isFirst: index == 0) }
            if let next = try add(table, behind: place ?? ExportPlace(table: table.title)) {
                return ExportPage.Reply(text: text.string, next: try next.cursor)
            }
            text.close()
            place = nil
        }
        text.end()
        return ExportPage.Reply(text: text.string, next: nil)
    }

    /// Adds a table's rows while there is room; returns where to continue if there was not enough.
    private mutating func add(_ table: ExportTable, behind place: ExportPlace) throws -> ExportPlace? {
        let query = ExportQuery(table)
        let arguments: [SQLValue?] = [user.description] + (place.key ?? []).map(\.value)
        let rows = try Row.fetchCursor(
            try reader.database.cachedStatement(sql: query.sql(isFirst: place.key == nil)),
            arguments: StatementArguments(arguments)
        )
        var place = place
        while let row = try rows.next() {
            var bytes = query.json(of: row)
            if place.key != nil { bytes.insert(UInt8(ascii: ","), at: 0) }
            try place.requireSame(bytes)
            place.told += text.add(bytes[place.told...])
            if place.told < bytes.count { return place.within(bytes) }
            place = ExportPlace(table: table.title, key: query.key(of: row))
        }
        // The row that the previous page began is gone.
        guard place.told == 0 else { throw ExportPlace.changed }
        return nil
    }
}
