import CommandSupport
import FoundationEssentials

/// The parts of a manifest that lists and retention need.
///
/// A sealed backup holds it in plain text, so that both work without the key.
package struct BackupSummary: Codable, Sendable, Equatable {
    /// The version of Mealwire that made the backup.
    package var release: String
    /// When the backup was started.
    package var time: String
    /// The absolute path of the data directory.
    package var data: String
    /// The identity of the stack; see ``BackupManifest/set``.
    package var set: String?
    /// The size of all files without the manifest, before sealing, in bytes.
    package var bytes: Int
    /// The names of the services with a database in it.
    package var databases: [String]

    init(of manifest: BackupManifest) {
        release = manifest.release
        time = manifest.time
        data = manifest.data
        set = manifest.set
        bytes = manifest.bytes
        databases = manifest.databases.map(\.service)
    }
}

/// What a sealed file says of itself without the key: to which backup it belongs, and which of its files it is.
///
/// It is authentic only after the file was opened with the key.
struct SealedLabel: Codable, Equatable {
    /// A random id of the backup, in hexadecimal digits.
    var backup: String
    /// The path of the file in the backup, without the suffix of sealed files.
    var path: String
    /// The id of the key that seals the backup.
    var key: String
    /// The content of the backup; only in the label of the manifest.
    var summary: BackupSummary?

    init(backup: String, path: String, key: BackupKey, summary: BackupSummary? = nil) {
        self.backup = backup
        self.path = path
        self.key = key.id
        self.summary = summary
    }

    /// Reads the label of an open file.
    init(_ reader: SealedReader, _ path: String) throws(CommandFailure) {
        guard let label = try? JSONDecoder().decode(SealedLabel.self, from: Data(reader.label)) else {
            throw CommandFailure("\(path) was changed or damaged: its label cannot be read.")
        }
        self = label
    }

    var bytes: [UInt8] {
        get throws { Array(try JSONEncoder().encode(self)) }
    }
}
