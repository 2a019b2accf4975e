/// The position of a row in a source file.
package struct RowPosition: Sendable, Equatable {
    package var file: String
    /// The line number, from 1.
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}
