import Contracts
import FoundationEssentials
import Glibc
package import ServiceKit
import Storage

/// One backup: a copy of each database and of what else a set needs, verified, under its final name only when all of it is on
/// the disk.
///
/// The databases are copied one after the other, each as of one moment. After a restore all epochs are new, so followers load
/// anew what they know from their sources, and agree again.
package struct BackupRun {
    /// What has come of it.
    package struct Outcome: Codable, Sendable {
        package var path: String
        package var time: String
        package var databases: Int
        package var bytes: Int
        package var seconds: Double
        /// Old backups that were removed, by their paths.
        package var removed: [String]
        /// What the operator should know.
        package var notes: [String]
    }

    private let data: DataDirectory
    private let directory: BackupDirectory
    private let retention: BackupRetention
    private let hasKeys: Bool
    private let noteDirectory: String
    private let restoreCommand: String?
    private let progress: CopyProgress

    /// Stands for the path of the backup in a command that brings it back.
    package static let placeholder = "{backup}"

    /// - Parameters:
    ///   - data: The data directory of the set.
    ///   - directory: Where backups lie, by its absolute path.
    ///   - retention: Which of them stay.
    ///   - hasKeys: Whether secrets go along.
    ///   - noteDirectory: Where the note of the last backup goes; nil for the data directory.
    ///   - restoreCommand: What brings a backup back where the set runs, with ``placeholder`` for its path.
    ///   - isQuiet: Whether no progress is shown.
    package init(
        of data: DataDirectory,
        in directory: String,
        keeping retention: BackupRetention = BackupRetention(),
        hasKeys: Bool = true,
        noteIn noteDirectory: String? = nil,
        restoreCommand: String? = nil,
        isQuiet: Bool = true
    ) {
        self.data = data
        self.noteDirectory = noteDirectory ?? data.path
        self.restoreCommand = restoreCommand
        self.directory = BackupDirectory(directory)
        self.retention = retention
        self.hasKeys = hasKeys
        progress = CopyProgress(isQuiet: isQuiet)
    }

    /// Makes the backup.
    ///
    /// - Throws: `SetFailure`, `CopyFailure` or `FileFailure`; then nothing of the backup is left, and no old one was removed.
    package func make() throws -> Outcome {
        let (begin, time) = (ContinuousClock.now, Date())
        let set = try SetFiles(in: data, hasKeys: hasKeys)
        guard !"\(RealPath.of(directory.path))/".hasPrefix("\(RealPath.of(data.path))/") else {
            throw SetFailure("\(directory.path) lies in the data directory, with which it would be lost.")
        }
        let lock = try directory.lock()
        defer { withExtendedLifetime(lock) {} }
        try directory.sweep()
        let name = BackupName(time)
        try requireRoom(for: set)
        let manifest = try write(set, as: name)
        let noteComplaints = note(name, manifest)
        let (removed, complaints) = removeOld(manifest, sparing: name)
        return Outcome(
            path: directory.path(of: name),
            time: manifest.time,
            databases: manifest.databases.count,
            bytes: manifest.bytes,
            seconds: (ContinuousClock.now - begin).inSeconds,
            removed: removed.map { directory.path(of: $0) },
            notes: notes(manifest) + noteComplaints + complaints
        )
    }

    /// Notes where the backup lies, for whoever will need it; what takes no note is no reason to call the backup failed.
    private func note(_ name: BackupName, _ manifest: BackupManifest) -> [String] {
        let path = directory.path(of: name)
        let restore = restoreCommand.map { $0.replacing(Self.placeholder, with: path) }
        do {
            try LastBackup(path: path, time: manifest.time, restore: restore).write(in: noteDirectory)
            return []
        } catch {
            return [
                "Where it lies could not be noted in \(noteDirectory), so that no message about damage will name it: \(error)"
            ]
        }
    }

    private func requireRoom(for set: SetFiles) throws {
        let bytes = set.databases.reduce(0) { $0 + SetFiles.bytes(ofDatabase: "\(data.path)/\($1.path)") }
        try FreeSpace.require(in: directory.path, for: bytes, "a backup of \(data.path)")
    }

    private func write(_ set: SetFiles, as name: BackupName) throws -> BackupManifest {
        let partial = directory.path(of: name) + BackupName.partialEnd
        try DurableFiles.makeDirectory(partial)
        do {
            defer { progress.end() }
            let databases = try set.databases.map { try copy($0, to: partial) }
            let manifest = BackupManifest(
                release: Release.version,
                time: Timestamp.text(name.time),
                data: data.path,
                set: try identity(databases, in: partial),
                databases: databases,
                files: try set.files.map { try copy($0, to: partial) }
            )
            try DurableFiles.write(try manifest.json, to: "\(partial)/\(BackupManifest.fileName)")
            try DurableFiles.syncTree(partial)
            try DurableFiles.rename(partial, to: directory.path(of: name))
            return manifest
        } catch {
            try? DurableFiles.remove(partial)
            throw error
        }
    }

    private func copy(_ database: SetFiles.Database, to partial: String) throws -> BackupManifest.Database {
        let (source, target) = ("\(data.path)/\(database.path)", "\(partial)/\(database.path)")
        try DurableFiles.makeWay(to: database.path, below: partial)
        let time = Timestamp.now()
        try DatabaseCopy.make(from: source, to: target) { [progress] done, inAll in
            progress.show("copying \(database.service)", done, of: inAll)
            try StopRequest.check()
        }
        progress.begin("checking \(database.service)")
        let findings = try DatabaseInspection.findings(in: target, .full)
        if let finding = findings.first {
            throw SetFailure("\(source) is damaged (\(finding)); the backups that are there are left as they are.")
        }
        try StopRequest.check()
        let digest = try FileDigest(of: target) { _ in try StopRequest.check() }
        try DurableFiles.sync(target)
        return BackupManifest.Database(
            service: database.service.rawValue,
            path: database.path,
            digest: digest,
            facts: try DatabaseInspection.facts(of: target),
            time: time
        )
    }

    private func copy(_ file: String, to partial: String) throws -> BackupManifest.File {
        try DurableFiles.makeWay(to: file, below: partial)
        let digest = try FileDigest(of: "\(data.path)/\(file)", copyingTo: "\(partial)/\(file)")
        return BackupManifest.File(path: file, digest: digest)
    }

    private func identity(_ databases: [BackupManifest.Database], in partial: String) throws -> String? {
        guard let auth = databases.first(where: { $0.service == ServiceName.auth.rawValue }) else { return nil }
        return try SetIdentity.read(from: "\(partial)/\(auth.path)")
    }

    /// Removes what is not to be kept of this set's backups; others may lie in the same directory.
    ///
    /// The new backup is whole, whatever comes of the old ones, so what fails is only told.
    private func removeOld(_ manifest: BackupManifest, sparing name: BackupName) -> ([BackupName], [String]) {
        var removed: [BackupName] = []
        var complaints: [String] = []
        do {
            let backups = try directory.backups()
            let own = backups.filter { $0.manifest.data == manifest.data && $0.manifest.set == manifest.set }
            for old in retention.removals(among: own.map { $0.name }, sparing: name) {
                do {
                    try directory.remove(old)
                    removed.append(old)
                } catch {
                    complaints.append("The old backup \(directory.path(of: old)) is not removed: \(error)")
                }
            }
        } catch {
            complaints.append("Old backups are not removed: \(error)")
        }
        return (removed, complaints)
    }

    private func notes(_ manifest: BackupManifest) -> [String] {
        let hasAuth = manifest.databases.contains { $0.service == ServiceName.auth.rawValue }
        guard hasAuth, !manifest.files.contains(where: { $0.path.hasSuffix(SetFiles.sealingKey) }) else { return [] }
        return ["The key of second factors is not in it; without that file, codes of authenticator apps are refused."]
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
