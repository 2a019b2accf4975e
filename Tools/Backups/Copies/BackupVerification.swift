package import CommandSupport
package import Storage

/// Verifies that a backup has not changed since it was made.
package enum BackupVerification {
    /// Reads all files of a backup.
    ///
    /// - Parameters:
    ///   - backup: The path of its directory.
    ///   - key: The key of a sealed backup.
    ///   - isDeep: Whether to open and check each database of a plain backup, too. A matching checksum already proves
    ///     an intact file. Databases of a sealed backup were checked before they were sealed; to open them again would
    ///     need plain copies on a disk.
    ///   - isQuiet: Whether to hide the progress.
    /// - Returns: Its manifest.
    /// - Throws: `CommandFailure` that names the damage.
    package static func verify(
        _ backup: String,
        key: BackupFiles.KeySource = .none,
        isDeep: Bool = true,
        isQuiet: Bool = true
    ) throws -> BackupManifest {
        let (files, progress) = (try BackupFiles(backup, key: key), CopyProgress(isQuiet: isQuiet))
        let manifest = files.manifest
        defer { progress.end() }
        var done = 0
        for (path, digest) in manifest.digests {
            let found = try files.read(path) { count in
                done += count
                progress.show("reading \(path)", done, of: manifest.bytes)
                try StopRequest.check()
            }
            try require(found, digest, "\(backup)/\(path)")
        }
        for database in isDeep && !files.isSealed ? manifest.databases : [] {
            progress.begin("checking \(database.service)")
            let path = "\(backup)/\(database.path)"
            if let finding = try DatabaseInspection.findings(in: path, .full).first {
                throw CommandFailure("\(path) is damaged: \(finding).")
            }
            guard try DatabaseInspection.facts(of: path) == database.facts else {
                throw CommandFailure("The content of \(path) does not match \(BackupManifest.fileName).")
            }
        }
        return manifest
    }

    /// Throws unless a file has the size and checksum of the manifest.
    package static func require(_ found: FileDigest, _ digest: FileDigest, _ path: String) throws(CommandFailure) {
        guard found != digest else { return }
        throw CommandFailure(
            found.bytes == digest.bytes
                ? "\(path) is damaged: its checksum does not match \(BackupManifest.fileName)."
                : "\(path) is damaged: it has \(found.bytes) bytes instead of \(digest.bytes)."
        )
    }
}

extension BackupManifest {
    /// All files with their checksums.
    var digests: [(path: String, digest: FileDigest)] {
        databases.map { ($0.path, $0.digest) } + files.map { ($0.path, $0.digest) }
    }
}
