/// Where a row of a source stands, for people who want to look at it.
package struct RowPlace: Sendable, Equatable {
    package var file: String
    /// From 1, as editors count.
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}
