import Calendar
import FoundationEssentials

/// The location of the last backup of a stack.
///
/// It is stored in the stack's data directory, or where all of its services can read it. Error messages about a damaged
/// database mention it.
package struct LastBackup: Codable, Sendable, Equatable {
    private static let fileName = "last-backup.json"
    private static let millisecondsPerSecond = 1_000.0

    /// The path of the backup.
    package var path: String
    /// When the backup began, as RFC 3339.
    package var time: String
    /// The shell command that restores the backup where the stack runs; nil for the plain `mealwire restore`.
    package var restore: String?

    package init(path: String, time: String, restore: String? = nil) {
        self.path = path
        self.time = time
        self.restore = restore
    }

    /// Reads the record in a directory; nil if there is none.
    package init?(in directory: String) {
        guard let bytes = FileManager.default.contents(atPath: Self.path(in: directory)),
            let record = try? JSONDecoder().decode(LastBackup.self, from: bytes)
        else { return nil }
        self = record
    }

    /// When the backup began, in seconds since 1970; nil for another text than a time.
    package var secondsSince1970: Double? {
        TimestampReader.milliseconds(time).map { Double($0) / Self.millisecondsPerSecond }
    }

    /// Stores the record in a directory.
    package func write(in directory: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: Self.path(in: directory)), options: .atomic)
    }

    /// The path of the record in a directory.
    package static func path(in directory: String) -> String { "\(directory)/\(fileName)" }
}
