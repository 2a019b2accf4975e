import Glibc

/// How a source is to be read, where it does not say itself.
package struct ReaderOptions: Sendable {
    /// What stands between the fields of one's own CSV.
    package enum Delimiter: String, CaseIterable, Sendable {
        /// Whichever the header has most of.
        case automatic
        case comma
        case semicolon
        case tab
    }

    /// For one's own CSV: Mealwire's column and the header that the file has for it, such as `proteinG` and `Eiweiß (g)`.
    package var mapping: [String: String]
    /// For formats that do not tell whose foods they hold.
    package var source: String?
    /// Of names that come without a language: ISO 639-1.
    package var language: String
    package var delimiter: Delimiter
    /// Where a folder is made for what has to be sorted on the disk; it is gone when reading has ended, however it ends.
    package var temporaryDirectory: String
    /// Told now and then while ``FoodReader/next()`` takes long, because it has to read much before its first row.
    package var whileWorking: (@Sendable (ReadProgress) -> Void)?

    package init(
        mapping: [String: String] = [:],
        source: String? = nil,
        language: String = "en",
        delimiter: Delimiter = .automatic,
        temporaryDirectory: String = Self.usualTemporaryDirectory,
        whileWorking: (@Sendable (ReadProgress) -> Void)? = nil
    ) {
        self.mapping = mapping
        self.source = source
        self.language = language
        self.delimiter = delimiter
        self.temporaryDirectory = temporaryDirectory
        self.whileWorking = whileWorking
    }

    /// `TMPDIR`, or else the folder for what is too large for memory.
    package static var usualTemporaryDirectory: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    }
}
