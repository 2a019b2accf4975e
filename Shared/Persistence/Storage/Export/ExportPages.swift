package import Contracts

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
        let position = try request.cursor.map(ExportPosition.init(cursor:))
        return try await readAtLength { reader in
            var page = ExportPageBuilder(user: user, source: source, reader: reader, bytesMax: bytesMax)
            return try page.reply(after: position)
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

    mutating func reply(after position: ExportPosition?) throws -> ExportPage.Reply {
        var (first, position) = (0, position)
        if let table = position?.table {
            guard let index = source.tables.firstIndex(where: { $0.title == table }),
                position?.key.map({ $0.count == source.tables[index].key.count }) ?? true
            else { throw ExportPosition.unknown }
            first = index
        }
        for (index, table) in source.tables.enumerated().dropFirst(first) {
            if position == nil { text.open(table.title, isFirst: index == 0) }
            if let next = try add(table, after: position ?? ExportPosition(table: table.title)) {
                return ExportPage.Reply(text: text.string, next: try next.cursor)
            }
            text.close()
            position = nil
        }
        text.end()
        return ExportPage.Reply(text: text.string, next: nil)
    }

    /// Adds a table's rows while there is room; returns where to continue if there was not enough.
    private mutating func add(_ table: ExportTable, after position: ExportPosition) throws -> ExportPosition? {
        let query = ExportQuery(table)
        let arguments: [SQLValue?] = [user.description] + (position.key ?? []).map(\.value)
        var (position, next): (ExportPosition, ExportPosition?) = (position, nil)
        try reader.forEach(query.sql(isFirst: position.key == nil), arguments) { row in
            var bytes = query.json(of: row)
            if position.key != nil { bytes.insert(UInt8(ascii: ","), at: 0) }
            try position.requireSame(bytes)
            position.told += text.add(bytes[position.told...])
            if position.told < bytes.count {
                next = position.within(bytes)
                return false
            }
            position = ExportPosition(table: table.title, key: query.key(of: row))
            return true
        }
        if let next { return next }
        // The row that the previous page began is gone.
        guard position.told == 0 else { throw ExportPosition.changed }
        return nil
    }
}
