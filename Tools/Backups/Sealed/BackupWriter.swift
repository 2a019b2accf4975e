import CommandSupport
import FoundationEssentials
import Glibc
import Storage

/// Writes the files of one backup into its directory: as they are, or sealed.
struct BackupWriter {
    /// Bytes of the id of a backup: random ids of so many bytes do not repeat.
    private static let idByteCount = 16

    private let directory: String
    private let key: BackupKey?
    /// The id of a sealed backup, which the labels of its files contain.
    private let id: String

    init(_ directory: String, key: BackupKey?) {
        self.directory = directory
        self.key = key
        var generator = SystemRandomNumberGenerator()
        id = HexText.text((0..<Self.idByteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Adds a database.
    ///
    /// A plain backup receives the copy itself. For a sealed one, the plain copy exists beside the database until this
    /// returns, so that no plain data reaches the disk of the backups.
    ///
    /// - Parameters:
    ///   - path: The path in the backup.
    ///   - source: The path of the database.
    ///   - copy: Copies the database to a path, and checks the copy.
    ///   - check: Is called now and then; throws to cancel.
    /// - Returns: The digest of the copy, and the result of `copy`.
    /// - Throws: `CommandFailure` or `FileFailure`; what the closures throw. Then no plain copy is left beside the
    ///   database.
    func addDatabase<Value>(
        _ path: String,
        from source: String,
        copying copy: (String) throws -> Value,
        check: () throws -> Void
    ) throws -> (digest: FileDigest, value: Value) {
        try DurableFiles.makeParentDirectories(to: path, below: directory)
        guard let key else {
            let target = "\(directory)/\(path)"
            let value = try copy(target)
            let digest = try FileDigest(of: target) { _ in try check() }
            try DurableFiles.sync(target)
            return (digest, value)
        }
        let working = try WorkingCopy(of: source)
        defer { working.remove() }
        let value = try copy(working.path)
        return (try seal(working.path, as: path, key, check: check), value)
    }

    /// Adds any other file.
    func addFile(_ path: String, from source: String) throws -> FileDigest {
        try DurableFiles.makeParentDirectories(to: path, below: directory)
        guard let key else { return try FileDigest(of: source, copyingTo: "\(directory)/\(path)") }
        return try seal(source, as: path, key) {}
    }

    /// Adds the manifest, which completes the files of the backup.
    func addManifest(_ manifest: BackupManifest) throws {
        let name = BackupManifest.fileName
        guard let key else { return try DurableFiles.write(try manifest.json, to: "\(directory)/\(name)") }
        let label = SealedLabel(backup: id, path: name, key: key, summary: BackupSummary(of: manifest))
        let writer = try SealedWriter("\(directory)/\(name)\(SealedFormat.suffix)", key: key, label: try label.bytes)
        try writer.append(try manifest.json[...])
        try writer.finish()
        guard try BackupFiles(directory, key: .option(key)).manifest == manifest else { throw unreadable(name) }
    }

    /// Seals a file, and reads the result back: a backup that cannot be opened is worth nothing.
    private func seal(_ source: String, as path: String, _ key: BackupKey, check: () throws -> Void) throws
        -> FileDigest
    {
        let target = "\(directory)/\(path)\(SealedFormat.suffix)"
        let label = try SealedLabel(backup: id, path: path, key: key).bytes
        let writer = try SealedWriter(target, key: key, label: label)
        let digest = try FileDigest(reading: source) { portion in
            try check()
            try writer.append(portion)
        }
        try writer.finish()
        let reader = try SealedReader(target)
        try reader.begin(with: key)
        var found = FileDigestBuilder()
        while let part = try reader.next() {
            found.add(part)
            try check()
        }
        guard found.digest() == digest, reader.label == label else { throw unreadable(path) }
        return digest
    }

    private func unreadable(_ path: String) -> CommandFailure {
        CommandFailure("\(directory)/\(path)\(SealedFormat.suffix) was written, but has other content than its source.")
    }
}

/// A plain copy of a database beside the original, for the time of its sealing.
///
/// It has the protection of the database: the same disk, directory and owner. A lock on the file keeps a second backup
/// from using it. A copy that a killed process has left is overwritten by the next sealed backup.
struct WorkingCopy {
    static let suffix = ".backup-copy"

    let path: String
    private let lock: HeldLock

    /// - Throws: `CommandFailure` while another process has a copy of this database.
    init(of database: String) throws {
        path = database + Self.suffix
        guard let lock = try HeldLock(path) else {
            throw CommandFailure("Another sealed backup of \(database) is being made. Wait until it has ended.")
        }
        self.lock = lock
        removeLogs()
        guard truncate(path, 0) == 0, chmod(path, 0o600) == 0 else { throw FileFailure("write", path) }
    }

    /// Removes the copy.
    func remove() {
        removeLogs()
        unlink(path)
        withExtendedLifetime(lock) {}
    }

    /// Removes files of SQLite, which a killed process may have left beside the copy.
    private func removeLogs() {
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}
