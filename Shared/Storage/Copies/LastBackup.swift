import FoundationEssentials

/// Where the last backup of a set lies: a note in its data directory, or where all of its services can read it, for whoever needs
/// it when a database is damaged.
package struct LastBackup: Codable, Sendable, Equatable {
    private static let fileName = "last-backup.json"

    /// The path of the backup.
    package var path: String
    /// When it was begun, RFC 3339.
    package var time: String
    /// What brings it back where the set runs, as a line for a shell; nil for the plain `mealwire restore`.
    package var restore: String?

    package init(path: String, time: String, restore: String? = nil) {
        self.path = path
        self.time = time
        self.restore = restore
    }

    /// What is noted in a directory, if anything.
    package init?(in directory: String) {
        guard let bytes = FileManager.default.contents(atPath: Self.path(in: directory)),
            let note = try? JSONDecoder().decode(LastBackup.self, from: bytes)
        else { return nil }
        self = note
    }

    /// Notes it in a directory.
    package func write(in directory: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: Self.path(in: directory)), options: .atomic)
    }

    /// The path of the note in a directory.
    package static func path(in directory: String) -> String { "\(directory)/\(fileName)" }
}
