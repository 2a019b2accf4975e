package import Contracts

/// What a source tells in one place: a food, or something that cannot be read as one.
package struct SourceRow: Sendable, Equatable {
    /// Whose food it is, such as `usdaBranded`.
    package let source: String
    /// The name of the file, without its folders; a member of an archive follows behind a colon.
    package let file: String
    /// The line on which it begins, from 1.
    package let line: Int
    package let outcome: Result<ImportedFood, RowRefusal>

    package init(source: String, file: String, line: Int, outcome: Result<ImportedFood, RowRefusal>) {
        self.source = source
        self.file = file
        self.line = line
        self.outcome = outcome
    }
}

/// Why a row is no food; reading goes on behind it.
package struct RowRefusal: Error, Equatable, Sendable {
    /// What stands behind "line 12: ", such as "kcal is no number".
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
