package import CommandSupport
import Contracts
import FoundationEssentials
package import Storage

/// The content of a backup, stored as `manifest.json` in its directory.
package struct BackupManifest: Codable, Sendable, Equatable {
    package static let fileName = "manifest.json"
    /// The current version of the format, raised when older versions cannot restore a new backup.
    package static let formatNow = 1

    /// A database, stored as one file.
    package struct Database: Codable, Sendable, Equatable {
        package var service: String
        /// The relative path, in the data directory and in the backup.
        package var path: String
        package var digest: FileDigest
        package var facts: DatabaseFacts
        /// The time of its content.
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
    /// When the backup was started.
    package var time: String
    /// The absolute path of the data directory.
    package var data: String
    /// The identity of the stack, because paths may be equal on several machines; nil in backups of older versions.
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

    /// The total size of all files without the manifest, in bytes.
    package var bytes: Int { databases.reduce(0) { $0 + $1.digest.bytes } + files.reduce(0) { $0 + $1.digest.bytes } }

    /// Reads the manifest of a backup.
    ///
    /// - Throws: `CommandFailure` if there is none, or this version cannot read it.
    package static func read(_ backup: String) throws(CommandFailure) -> BackupManifest {
        guard let bytes = FileManager.default.contents(atPath: "\(backup)/\(fileName)") else {
            throw CommandFailure("\(backup) is not a backup: it contains no \(fileName).")
        }
        return try BackupManifest(json: bytes, in: backup)
    }

    /// Decodes the content of a manifest.
    ///
    /// - Parameters:
    ///   - bytes: The content of `manifest.json`.
    ///   - backup: The path of the backup, for messages.
    /// - Throws: `CommandFailure` if this version cannot read it.
    init(json bytes: Data, in backup: String) throws(CommandFailure) {
        struct Format: Decodable { var format: Int }
        guard let format = try? JSONDecoder().decode(Format.self, from: bytes).format else {
            throw CommandFailure("\(backup)/\(Self.fileName) cannot be read; the backup is damaged.")
        }
        guard format <= Self.formatNow else {
            throw CommandFailure("\(backup) was made by a newer version of Mealwire, and cannot be read by this one.")
        }
        guard let manifest = try? JSONDecoder().decode(BackupManifest.self, from: bytes), manifest.hasSafePaths else {
            throw CommandFailure("\(backup)/\(Self.fileName) cannot be read; the backup is damaged.")
        }
        self = manifest
    }

    /// The content of `manifest.json`.
    package var json: [UInt8] {
        get throws { Array(PrettyJSON.text(try PayloadCoder.encode(self)).utf8) + [UInt8(ascii: "\n")] }
    }

    /// Whether all paths stay inside the backup: a restore writes to these paths.
    private var hasSafePaths: Bool {
        (databases.map(\.path) + files.map(\.path)).allSatisfy { path in
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
        }
    }
}
