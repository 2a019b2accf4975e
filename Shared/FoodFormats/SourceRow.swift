package import Contracts

/// A row of a source: a food, or a rejection.
package struct SourceRow: Sendable, Equatable {
    /// The source of the food, such as `usdaBranded`.
    package let source: String
    /// The file name without folders; for a member of an archive, its name follows after a colon.
    package let file: String
    /// The line on which the row begins, from 1.
    package let line: Int
    package let outcome: Result<ImportedFood, RowRefusal>

    package init(source: String, file: String, line: Int, outcome: Result<ImportedFood, RowRefusal>) {
        self.source = source
        self.file = file
        self.line = line
        self.outcome = outcome
    }
}

/// The reason for rejecting a row; reading continues after it.
package struct RowRefusal: Error, Equatable, Sendable {
    /// The text after "line 12: ", such as "kcal is no number".
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
