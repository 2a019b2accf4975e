import Contracts
import FoundationEssentials
package import Storage

/// What a backup holds: `manifest.json` in its directory.
package struct BackupManifest: Codable, Sendable, Equatable {
    package static let fileName = "manifest.json"
    /// Raised when a backup of a newer kind cannot be restored by what knows only older ones.
    package static let formatNow = 1

    /// A database, as one file.
    package struct Database: Codable, Sendable, Equatable {
        package var service: String
        /// Where it lies in the data directory, and in the backup.
        package var path: String
        package var digest: FileDigest
        package var facts: DatabaseFacts
        /// From when its content is.
        package var time: String

        package init(service: String, path: String, digest: FileDigest, facts: DatabaseFacts, time: String) {
            self.service = service
            self.path = path
            self.digest = digest
            self.facts = facts
            self.time = time
        }
    }

    /// Any other file.
    package struct File: Codable, Sendable, Equatable {
        package var path: String
        package var digest: FileDigest

        package init(path: String, digest: FileDigest) {
            self.path = path
            self.digest = digest
        }
    }

    package var format: Int
    /// The version of Mealwire that made the backup.
    package var release: String
    /// When it was begun.
    package var time: String
    /// The data directory, by its absolute path.
    package var data: String
    /// Which set it is, since the path may be the same on every machine; nil in backups of older versions.
    package var set: String?
    package var databases: [Database]
    package var files: [File]

    package init(
        release: String,
        time: String,
        data: String,
        set: String? = nil,
        databases: [Database],
        files: [File]
    ) {
        format = Self.formatNow
        self.release = release
        self.time = time
        self.data = data
        self.set = set
        self.databases = databases
        self.files = files
    }

    /// The bytes of all its files, without its own.
    package var bytes: Int { databases.reduce(0) { $0 + $1.digest.bytes } + files.reduce(0) { $0 + $1.digest.bytes } }

    /// Reads the manifest of a backup.
    ///
    /// - Throws: `SetFailure` if there is none that this version understands.
    package static func read(_ backup: String) throws(SetFailure) -> BackupManifest {
        guard let bytes = FileManager.default.contents(atPath: "\(backup)/\(fileName)") else {
            throw SetFailure("\(backup) is no backup: it has no \(fileName).")
        }
        struct Format: Decodable { var format: Int }
        guard let format = try? JSONDecoder().decode(Format.self, from: bytes).format else {
            throw SetFailure("\(backup)/\(fileName) cannot be read; the backup is damaged.")
        }
        guard format <= formatNow else {
            throw SetFailure("\(backup) was made by a newer version of Mealwire, and cannot be read by this one.")
        }
        guard let manifest = try? JSONDecoder().decode(BackupManifest.self, from: bytes), manifest.hasSafePaths else {
            throw SetFailure("\(backup)/\(fileName) cannot be read; the backup is damaged.")
        }
        return manifest
    }

    /// What is written as `manifest.json`.
    package var json: [UInt8] {
        get throws { Array(PrettyJSON.text(try PayloadCoder.encode(self)).utf8) + [UInt8(ascii: "\n")] }
    }

    /// Whether all its files lie in its own directory: a restore writes where it says.
    private var hasSafePaths: Bool {
        (databases.map(\.path) + files.map(\.path)).allSatisfy { path in
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
        }
    }
}
