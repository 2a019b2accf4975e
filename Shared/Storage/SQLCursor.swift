import Contracts
package import FoundationEssentials
import GRDB

/// A row while it is read: columns by place, from 0, without a copy of the row.
///
/// Only good until the next row is read.
package struct SQLCursorRow: ~Copyable {
    let row: Row

    package func integer(_ column: Int) -> Int64 { row[column] }
    package func number(_ column: Int) -> Double { row[column] }
    package func optionalNumber(_ column: Int) -> Double? { row[column] }
    package func text(_ column: Int) -> String { row[column] }
    package func optionalText(_ column: Int) -> String? { row[column] }
    package func optionalInteger(_ column: Int) -> Int64? { row[column] }
    package func bytes(_ column: Int) -> Data { row[column] }

    /// Reads a blob in place, or the UTF-8 of a text; empty where it is null.
    package func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try row.withUnsafeData(atIndex: column) { data in
            guard let data else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
            return try data.withUnsafeBytes(body)
        }
    }
}

extension SQLReader {
    /// Calls the body with each row, as it is read; for statements that answer hundreds of rows on a hot path.
    ///
    /// - Parameters:
    ///   - sql: With `?` for the arguments.
    ///   - arguments: In order.
    ///   - body: Answers whether to read on.
    /// - Throws: What SQLite or the body throws.
    package func forEach(
        _ sql: String,
        _ arguments: [SQLValue?] = [],
        _ body: (borrowing SQLCursorRow) throws -> Bool
    ) throws {
        let statement = try database.cachedStatement(sql: sql)
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        while let row = try cursor.next() {
            guard try body(SQLCursorRow(row: row)) else { return }
        }
    }
}

extension SQLTransaction {
    /// Rows changed on this connection since it was opened.
    package var totalChanges: Int { reader.database.totalChangesCount }

    /// The number of the row that was inserted last.
    package var lastInsertedNumber: Int64 { reader.database.lastInsertedRowID }
}
