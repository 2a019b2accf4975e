/// Reads a source row by row, with bounded memory whatever its size.
///
/// It knows no bus and no catalogue. It is for one task at a time.
package protocol FoodReader {
    /// Whose foods they are where a row does not say otherwise.
    var source: String { get }
    /// How far it has read.
    var progress: ReadProgress { get }
    /// What the source holds besides foods and is left out on purpose, such as laboratory samples, with how often.
    var passedOver: [String: Int] { get }
    /// What is worth knowing about how the source was read, as sentences: columns that nobody knows, units that were assumed.
    var notes: [String] { get }

    /// The next row.
    ///
    /// - Returns: The row, or nil at the end.
    /// - Throws: `SourceFailure` if it cannot be read on; it stays so.
    mutating func next() throws(SourceFailure) -> SourceRow?
}

extension FoodReader {
    package var passedOver: [String: Int] { [:] }
    package var notes: [String] { [] }
}

/// How much of a source has been read.
package struct ReadProgress: Sendable, Equatable {
    /// Bytes, as they lie on the disk: compressed ones count as such.
    package let bytesRead: Int
    package let bytesInAll: Int

    package init(bytesRead: Int, bytesInAll: Int) {
        self.bytesRead = bytesRead
        self.bytesInAll = bytesInAll
    }

    /// From 0 to 1.
    package var fraction: Double {
        bytesInAll > 0 ? min(1, Double(bytesRead) / Double(bytesInAll)) : 1
    }
}
