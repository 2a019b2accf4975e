/// A page of the caller's diary as a file that can be imported again.
///
/// The pages one behind the other are the file. Pictures that people have uploaded are not in it.
package struct DiaryExport: Contract {
    /// What the file is.
    package enum Format: String, Codable, Sendable, CaseIterable {
        case csv
        case json
    }

    package struct Reply: Codable, Sendable, Equatable {
        package var text: String
        /// Asks for the next page; null on the last.
        @Nullable package var next: String?

        package init(text: String, next: String?) {
            self.text = text
            _next = Nullable(wrappedValue: next)
        }
    }

    /// A page ends behind the row that makes it longer: within JSON it may take twice as much, which fits into a message.
    package static let pageBytesMax = 256 * 1_024

    package static let method = Method("diary.export", of: .diary, .read, .user)

    package var format: Format
    package var cursor: String?

    package init(format: Format, cursor: String? = nil) {
        self.format = format
        self.cursor = cursor
    }
}
