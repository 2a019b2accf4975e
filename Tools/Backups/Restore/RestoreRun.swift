import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
package import ServiceKit
import Storage
import Supervision

/// Restores one backup: builds a complete data directory beside its destination, then swaps it in atomically.
package struct RestoreRun {
    /// The result of a restore.
    package struct Outcome: Codable, Sendable {
        package var data: String
        package var backup: String
        package var time: String
        package var databases: Int
        package var bytes: Int
        package var seconds: Double
        /// The new path of the replaced directory.
        package var replaced: String?
        package var notes: [String]
    }

    private let backup: String
    private let key: BackupFiles.KeySource
    private let data: DataDirectory
    private let isReplacing: Bool
    private let progress: CopyProgress

    /// - Parameters:
    ///   - backup: The absolute path of the backup.
    ///   - key: The key of a sealed backup.
    ///   - data: The data directory to create.
    ///   - isReplacing: Whether an existing directory may be moved aside.
    ///   - isQuiet: Whether to hide the progress.
    package init(
        of backup: String,
        key: BackupFiles.KeySource = .none,
        to data: DataDirectory,
        isReplacing: Bool = false,
        isQuiet: Bool = true
    ) {
        self.backup = backup
        self.key = key
        self.data = data
        self.isReplacing = isReplacing
        progress = CopyProgress(isQuiet: isQuiet)
    }

    /// Restores the backup.
    ///
    /// - Throws: `CommandFailure` or `FileFailure`. Then the data directory has not changed.
    package func make() throws -> Outcome {
        let (begin, now) = (ContinuousClock.now, BackupName(Date()).text)
        let files = try BackupFiles(backup, key: key)
        let manifest = files.manifest
        guard !ReleaseOrder.isNewer(manifest.release, than: Release.version) else {
            throw CommandFailure(
                "\(backup) was made by Mealwire \(manifest.release), but this is \(Release.version): restore it with that version."
            )
        }
        try requireName(manifest)
        let hasOld = try requireReplaceable()
        let stopped = try StackStopLock(data)
        defer { withExtendedLifetime(stopped) {} }
        let parent = DurableFiles.parent(of: data.path)
        try Preflight.makePrivateDirectory(parent)
        try UnfinishedRestore.cleanUp(data.path)
        try FreeSpace.require(in: parent, for: neededBytes(files), "the restored stack")
        let staged = data.path + UnfinishedRestore.stagedSuffix + now
        try DurableFiles.makeDirectory(staged)
        let notes: [String]
        do {
            notes = try fill(staged, files, hasOld: hasOld)
        } catch {
            // The first error counts. The next restore removes what is left.
            try? UnfinishedRestore.discard(staged)
            throw error
        }
        let aside = data.path + UnfinishedRestore.replacedSuffix + now
        try DirectorySwap.put(staged, at: data.path, movingOldTo: aside)
        try UnfinishedRestore.unmark(data.path)
        return Outcome(
            data: data.path,
            backup: backup,
            time: manifest.time,
            databases: manifest.databases.count,
            bytes: manifest.bytes,
            seconds: (ContinuousClock.now - begin).inSeconds,
            replaced: hasOld ? aside : nil,
            notes: notes
        )
    }

    /// Refuses a directory named like a service: a backup holds the whole stack, so it belongs one level above.
    private func requireName(_ manifest: BackupManifest) throws(CommandFailure) {
        let name = data.path.split(separator: "/").last.map { String($0) } ?? ""
        guard manifest.databases.contains(where: { $0.service == name }) else { return }
        throw CommandFailure(
            "\(data.path) has the name of a service, but a backup contains the whole stack: "
                + "use its parent, \(DurableFiles.parent(of: data.path)), or a directory with another name."
        )
    }

    /// Returns whether a non-empty directory exists, which the restore then moves aside.
    private func requireReplaceable() throws(CommandFailure) -> Bool {
        guard FileManager.default.fileExists(atPath: data.path) else { return false }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: data.path) else {
            throw CommandFailure("\(data.path) is not a readable directory.")
        }
        guard !names.isEmpty else { return false }
        guard isReplacing else {
            throw CommandFailure(
                "\(data.path) is not empty; use --replace to move it aside and restore the backup in its place."
            )
        }
        return true
    }

    private func fill(_ staged: String, _ files: BackupFiles, hasOld: Bool) throws -> [String] {
        let manifest = files.manifest
        defer { progress.end() }
        try UnfinishedRestore.mark(staged)
        let layout = RestoreLayout(of: manifest, like: hasOld ? data : nil)
        try copyAll(files, to: staged, layout)
        progress.begin("merging erasures")
        let (newer, unread) = ErasureMerge.states(beside: backup, manifest, key: key)
        let states = newer + dataStates(manifest, hasOld: hasOld)
        var notes = unread + ErasureMerge(beyond: manifest, for: staged, layout, from: states).notes
        // Each service then begins a new epoch, so its subscribers reload all data from it.
        for database in manifest.databases {
            try DurableFiles.write([], to: Store.restoreMarker(of: "\(staged)/\(layout.path(of: database.path))"))
        }
        if hasOld { notes += try copySecrets(manifest, to: staged, layout) }
        if mkdir("\(staged)/run", 0o700) != 0 { throw FileFailure("make the directory", "\(staged)/run") }
        if hasOld { try createDirectories(in: staged) }
        notes.append(
            "Sessions, passwords and tokens are those of the backup: revoke again what was revoked since."
        )
        try StopRequest.check()
        try Ownership.copy(staged, like: hasOld ? data.path : backup, hasModes: hasOld)
        try DurableFiles.syncTree(staged)
        return notes
    }

    /// The data directories with later states: the one that was backed up, and the one to be replaced.
    private func dataStates(_ manifest: BackupManifest, hasOld: Bool) -> [ErasureMerge.State] {
        let directories = [manifest.data].filter { $0 != data.path } + (hasOld ? [data.path] : [])
        return directories.map { ErasureMerge.State(path: $0) }
    }

    /// Returns the space for the files.
    ///
    /// Newer sealed backups also need room for one plain database, from which erasures
    /// are read.
    private func neededBytes(_ files: BackupFiles) -> Int {
        let largest = files.manifest.databases.map(\.digest.bytes).max() ?? 0
        if case .none = key { return files.manifest.bytes }
        return files.manifest.bytes + largest
    }

    private func copyAll(_ files: BackupFiles, to staged: String, _ layout: RestoreLayout) throws {
        let manifest = files.manifest
        var done = 0
        for (path, digest) in manifest.digests {
            let target = layout.path(of: path)
            try DurableFiles.makeParentDirectories(to: target, below: staged)
            let found = try files.read(path, copyingTo: "\(staged)/\(target)") { count in
                done += count
                progress.show("restoring \(path)", done, of: manifest.bytes)
                try StopRequest.check()
            }
            try BackupVerification.require(found, digest, "\(backup)/\(path)")
        }
    }

    /// Creates a directory for each process that had one: service managers expect it to exist, even if empty.
    private func createDirectories(in staged: String) throws {
        for name in [StackFiles.broker] + ServiceName.all.map(\.rawValue)
        where StackFiles.isDirectory("\(data.path)/\(name)") && !StackFiles.isDirectory("\(staged)/\(name)") {
            try DurableFiles.makeDirectory("\(staged)/\(name)")
        }
    }

    /// Copies the secrets of the replaced directory if the backup has none.
    private func copySecrets(_ manifest: BackupManifest, to staged: String, _ layout: RestoreLayout) throws -> [String]
    {
        let secrets = try StackFiles.secrets(in: data.path)
        let hasSecrets = manifest.files.contains { secrets.contains(layout.path(of: $0.path)) }
        guard !secrets.isEmpty, !hasSecrets else { return [] }
        for path in secrets {
            try DurableFiles.makeParentDirectories(to: path, below: staged)
            _ = try FileDigest(of: "\(data.path)/\(path)", copyingTo: "\(staged)/\(path)")
        }
        return ["The backup contains no keys; those of the replaced directory were copied."]
    }
}
