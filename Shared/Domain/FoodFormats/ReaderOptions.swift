import Glibc

/// Options for reading a source, where it does not describe itself.
package struct ReaderOptions: Sendable {
    /// The delimiter of a user's own CSV.
    package enum Delimiter: String, CaseIterable, Sendable {
        /// The most frequent one in the header.
        case automatic
        case comma
        case semicolon
        case tab
    }

    /// For a user's own CSV: headers of the file by catalog column, such as `proteinG` and `Eiweiß (g)`.
    package var mapping: [String: String]
    /// The source name, for formats that do not define it.
    package var source: String?
    /// The language of names without one, as an ISO 639-1 code.
    package var language: String
    package var delimiter: Delimiter
    /// The directory for temporary files, which are deleted when reading ends in any way.
    package var temporaryDirectory: String
    /// Called now and then while ``FoodReader/next()`` reads a large part of the source before its first row.
    package var whileWorking: (@Sendable (ReadProgress) -> Void)?

    package init(
        mapping: [String: String] = [:],
        source: String? = nil,
        language: String = "en",
        delimiter: Delimiter = .automatic,
        temporaryDirectory: String = Self.defaultTemporaryDirectory,
        whileWorking: (@Sendable (ReadProgress) -> Void)? = nil
    ) {
        self.mapping = mapping
        self.source = source
        self.language = language
        self.delimiter = delimiter
        self.temporaryDirectory = temporaryDirectory
        self.whileWorking = whileWorking
    }

    /// `TMPDIR`, or else `/var/tmp`, the directory for large temporary files.
    package static var defaultTemporaryDirectory: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    }
}
