import Calendar
package import FoundationEssentials

/// The name of a backup's directory: the UTC time of its start, such as `2026-11-22T02-03-28.123Z`.
///
/// Names sort by time. An unfinished backup has the suffix `.partial`, one under removal `.removing`.
/// A directory without these suffixes is complete and was verified.
package struct BackupName: Sendable, Hashable, Comparable {
    package static let partialSuffix = ".partial"
    package static let removingSuffix = ".removing"

    /// The format; each zero stands for any digit.
    private static let pattern = "0000-00-00T00-00-00.000Z"

    package let text: String
    package let time: Date

    /// Creates the name of a backup that starts now.
    ///
    /// Backups that start in the same millisecond get the same name.
    package init(_ time: Date) {
        text = Timestamp.text(time).replacing(":", with: "-")
        self.time = time
    }

    /// Parses a name; nil if the text has another format.
    package init?(_ text: String) {
        let matchesPattern =
            text.utf8.count == Self.pattern.utf8.count
            && zip(text.utf8, Self.pattern.utf8).allSatisfy { byte, form in
                form == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == form
            }
        guard matchesPattern else { return nil }
        // Names contain dashes instead of colons, which some file systems do not allow.
        let (date, clock) = (text.prefix(10), text.dropFirst(11))
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let time = try? style.parse("\(date)T\(clock.replacing("-", with: ":"))") else { return nil }
        self.text = text
        self.time = time
    }

    package static func == (one: BackupName, other: BackupName) -> Bool { one.text == other.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    package static func < (one: BackupName, other: BackupName) -> Bool { one.text < other.text }

    /// Whether a name belongs to an interrupted backup or removal.
    package static func isLeftOver(_ text: String) -> Bool {
        [partialSuffix, removingSuffix].contains { end in
            text.hasSuffix(end) && BackupName(String(text.dropLast(end.count))) != nil
        }
    }
}
