/// Reads a source row by row with bounded memory.
///
/// A reader depends on neither the bus nor the catalog, and is used by one task at a time.
package protocol FoodReader {
    /// The source of rows that do not name one.
    var source: String { get }
    /// The progress of reading.
    var progress: ReadProgress { get }
    /// Counts of intentionally skipped items, such as laboratory samples, by type.
    var passedOver: [String: Int] { get }
    /// Notes for the user about how the source was read, as sentences: unknown columns, assumed units.
    var notes: [String] { get }

    /// Returns the next row.
    ///
    /// - Returns: The row, or nil at the end.
    /// - Throws: `SourceFailure` if reading fails; further calls fail as well.
    mutating func next() throws(SourceFailure) -> SourceRow?
}

extension FoodReader {
    package var passedOver: [String: Int] { [:] }
    package var notes: [String] { [] }
}

/// The part of a source that has been read.
package struct ReadProgress: Sendable, Equatable {
    /// Bytes on disk; compressed files count with their compressed size.
    package let bytesRead: Int
    package let bytesInAll: Int

    package init(bytesRead: Int, bytesInAll: Int) {
        self.bytesRead = bytesRead
        self.bytesInAll = bytesInAll
    }

    /// The fraction from 0 to 1.
    package var fraction: Double {
        bytesInAll > 0 ? min(1, Double(bytesRead) / Double(bytesInAll)) : 1
    }
}
