import Contracts
package import FoundationEssentials

/// The name of a backup's directory: the UTC time at which it was begun, such as `2026-11-22T02-03-28.123Z`.
///
/// Names sort as times do. While a backup is made it is called `….partial`, and while it is removed `….removing`; a directory
/// without such an end is whole and was verified.
package struct BackupName: Sendable, Hashable, Comparable {
    package static let partialEnd = ".partial"
    package static let removingEnd = ".removing"

    /// What it looks like; a zero is any digit.
    private static let pattern = "0000-00-00T00-00-00.000Z"

    package let text: String
    package let time: Date

    /// A name for a backup that begins now; names of a millisecond only differ by their times.
    package init(_ time: Date) {
        text = Timestamp.text(time).replacing(":", with: "-")
        self.time = time
    }

    /// Nil unless a text is such a name.
    package init?(_ text: String) {
        let isFormed =
            text.utf8.count == Self.pattern.utf8.count
            && zip(text.utf8, Self.pattern.utf8).allSatisfy { byte, form in
                form == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == form
            }
        guard isFormed else { return nil }
        // Dashes stand for colons, which some file systems do not take.
        let (date, clock) = (text.prefix(10), text.dropFirst(11))
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let time = try? style.parse("\(date)T\(clock.replacing("-", with: ":"))") else { return nil }
        self.text = text
        self.time = time
    }

    package static func == (one: BackupName, other: BackupName) -> Bool { one.text == other.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    package static func < (one: BackupName, other: BackupName) -> Bool { one.text < other.text }

    /// What is left of a backup that was broken off, or of one that was being removed.
    package static func isLeftOver(_ text: String) -> Bool {
        [partialEnd, removingEnd].contains { end in
            text.hasSuffix(end) && BackupName(String(text.dropLast(end.count))) != nil
        }
    }
}
