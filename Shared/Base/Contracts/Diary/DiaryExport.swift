package import JSONCoding

/// Returns a page of the caller's diary as a file that can be imported again.
///
/// The concatenated pages are the file. Uploaded images are not included.
package struct DiaryExport: Contract {
    /// The format of the file.
    package enum Format: String, Codable, Sendable, CaseIterable {
        case csv
        case json
    }

    package struct Reply: Codable, Sendable, Equatable {
        package var text: String
        /// The cursor of the next page; null on the last page.
        @Nullable package var next: String?

        package init(text: String, next: String?) {
            self.text = text
            self.next = next
        }
    }

    /// Size after which a page ends, in bytes of text; escaped as JSON it may double, which fits into a message.
    package static let pageBytesMax = 256 * 1_024

    package static let method = Method("diary.export", of: .diary, .read, .user)

    package var format: Format
    package var cursor: String?

    package init(format: Format, cursor: String? = nil) {
        self.format = format
        self.cursor = cursor
    }
}

extension API {
    /// The contracts of this file.
    static let diaryExport: [any Contract.Type] = [DiaryExport.self]
}
