package import CommandSupport
import FoundationEssentials
import Glibc
package import Storage

/// Reads the files of one backup, plain or sealed.
package struct BackupFiles {
    /// Where the key of a sealed backup comes from.
    package enum KeySource: Sendable {
        case none
        /// An option of the command: a plain backup is refused, because it may have replaced a sealed one.
        case option(BackupKey)
        /// A setting, by the path of the file: it applies to sealed backups, and plain ones are read without the file.
        case setting(path: String)

        /// Returns the key; nil if there is none.
        package func key() throws(CommandFailure) -> BackupKey? {
            switch self {
            case .none: nil
            case .option(let key): key
            case .setting(let path): try BackupKey.load(path)
            }
        }

        /// The same key for other backups, of which some may be plain.
        var asSetting: KeySource { if case .option(let key) = self { .setting(path: key.path) } else { self } }
    }

    private struct Seal {
        let key: BackupKey
        /// The id of the backup, which the labels of all its files contain.
        let backup: String
    }

    /// The path of the backup.
    package let path: String
    package let manifest: BackupManifest
    /// Nil for a plain backup.
    private let seal: Seal?

    package var isSealed: Bool { seal != nil }

    /// Opens a backup and reads its manifest.
    ///
    /// - Throws: `CommandFailure` if it is no backup, is damaged, or does not fit the key.
    package init(_ path: String, key source: KeySource = .none) throws(CommandFailure) {
        self.path = path
        guard Self.isSealed(path) else {
            if case .option(let key) = source, StackFiles.fileExists("\(path)/\(BackupManifest.fileName)") {
                throw CommandFailure(
                    "\(path) is not sealed, although the key \(key.path) was given. Check that it is the backup that you "
                        + "mean, and leave out --key."
                )
            }
            manifest = try BackupManifest.read(path)
            seal = nil
            return
        }
        guard let key = try source.key() else {
            throw CommandFailure("\(path) is sealed: name the file of its key with --key.")
        }
        let file = Self.sealedManifest(path)
        let reader = try SealedReader(file)
        try reader.begin(with: key)
        var bytes: [UInt8] = []
        while let part = try reader.next() {
            bytes += part
            guard bytes.count <= Self.manifestBytesMax else {
                throw CommandFailure("\(file) is longer than a manifest of Mealwire.")
            }
        }
        let label = try SealedLabel(reader, file)
        guard label.path == BackupManifest.fileName else {
            throw CommandFailure("\(file) is another file of a backup, \(label.path), under this name.")
        }
        manifest = try BackupManifest(json: Data(bytes), in: path)
        seal = Seal(key: key, backup: label.backup)
    }

    /// Longest manifest: one takes about 1 kB for each database.
    private static let manifestBytesMax = 16 << 20

    /// Returns whether a directory contains a sealed backup and no plain one.
    static func isSealed(_ backup: String) -> Bool {
        StackFiles.fileExists(sealedManifest(backup))
            && !StackFiles.fileExists("\(backup)/\(BackupManifest.fileName)")
    }

    private static func sealedManifest(_ backup: String) -> String {
        "\(backup)/\(BackupManifest.fileName)\(SealedFormat.suffix)"
    }

    /// Returns what a list shows of a backup; needs no key.
    static func summary(of backup: String) throws(CommandFailure) -> (summary: BackupSummary, key: String?) {
        guard isSealed(backup) else { return (BackupSummary(of: try BackupManifest.read(backup)), nil) }
        let file = sealedManifest(backup)
        let label = try SealedLabel(SealedReader(file), file)
        guard let summary = label.summary else {
            throw CommandFailure("\(file) was changed or damaged: its label has no summary.")
        }
        return (summary, label.key)
    }

    /// Reads one file of the backup.
    ///
    /// - Parameters:
    ///   - file: Its path in the backup.
    ///   - copy: The path of an optional plain copy, which is on the disk when this returns.
    ///   - progress: Receives the number of bytes read since the previous call; throws to cancel.
    /// - Returns: The digest of its data.
    /// - Throws: `CommandFailure` or `FileFailure`. Then a copy may exist in part.
    package func read(_ file: String, copyingTo copy: String? = nil, progress: (Int) throws -> Void = { _ in }) throws
        -> FileDigest
    {
        guard let seal else { return try FileDigest(of: "\(path)/\(file)", copyingTo: copy, progress: progress) }
        let sealed = "\(path)/\(file)\(SealedFormat.suffix)"
        let reader = try SealedReader(sealed)
        try reader.begin(with: seal.key)
        let label = try SealedLabel(reader, sealed)
        guard label.path == file, label.backup == seal.backup else {
            throw CommandFailure(
                label.backup == seal.backup
                    ? "\(sealed) is another file of this backup, \(label.path), under a wrong name."
                    : "\(sealed) belongs to another backup."
            )
        }
        let target = try copy.map { try NewFile($0) }
        var digest = FileDigestBuilder()
        while let part = try reader.next() {
            digest.add(part)
            try target?.append(part)
            try progress(part.count)
        }
        try target?.sync()
        return digest.digest()
    }
}
