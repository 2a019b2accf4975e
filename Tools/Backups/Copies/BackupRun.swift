import Calendar
import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
package import ServiceKit
import Storage

/// Makes one backup: verified copies of all databases and of the other files that a stack needs.
///
/// The directory gets its final name only when all files are on the disk.
///
/// The databases are copied one after the other, each at one point in time. A restore starts new epochs.
/// Subscribers then reload their data from the sources, which makes the services consistent again.
package struct BackupRun {
    /// The result of a backup.
    package struct Outcome: Codable, Sendable {
        package var path: String
        package var time: String
        package var databases: Int
        package var bytes: Int
        package var seconds: Double
        /// The id of the key of a sealed backup.
        package var key: String?
        /// The paths of old backups that were removed.
        package var removed: [String]
        /// Messages for the operator.
        package var notes: [String]
    }

    private let data: DataDirectory
    private let directory: BackupDirectory
    private let retention: BackupRetention
    private let hasKeys: Bool
    private let key: BackupKey?
    private let recordDirectory: String
    private let restoreCommand: String?
    private let progress: CopyProgress

    /// The placeholder for the path of the backup in a restore command.
    ///
    /// With a sealed backup, the path is followed by
    /// the option that names the key.
    package static let placeholder = "{backup}"

    /// - Parameters:
    ///   - data: The data directory of the stack.
    ///   - directory: The absolute path of the directory of backups.
    ///   - retention: The rules by which old backups are retained.
    ///   - hasKeys: Whether to include secrets.
    ///   - key: The key that seals the backup; nil for a plain backup.
    ///   - recordDirectory: The directory for the record of the last backup; nil for the data directory.
    ///   - restoreCommand: The command that restores a backup of this stack, with ``placeholder`` for its path.
    ///   - isQuiet: Whether to hide the progress.
    package init(
        of data: DataDirectory,
        in directory: String,
        keeping retention: BackupRetention = BackupRetention(),
        hasKeys: Bool = true,
        sealedWith key: BackupKey? = nil,
        recordIn recordDirectory: String? = nil,
        restoreCommand: String? = nil,
        isQuiet: Bool = true
    ) {
        self.data = data
        self.recordDirectory = recordDirectory ?? data.path
        self.restoreCommand = restoreCommand
        self.directory = BackupDirectory(directory)
        self.retention = retention
        self.hasKeys = hasKeys
        self.key = key
        progress = CopyProgress(isQuiet: isQuiet)
    }

    /// Makes the backup.
    ///
    /// - Throws: `CommandFailure`, `CopyFailure` or `FileFailure`. Then no partial backup is left, and old ones remain.
    package func make() throws -> Outcome {
        let (begin, time) = (ContinuousClock.now, Date())
        let stack = try StackFiles(in: data, hasKeys: hasKeys)
        guard !"\(RealPath.of(directory.path))/".hasPrefix("\(RealPath.of(data.path))/") else {
            throw CommandFailure("\(directory.path) is inside of the data directory and would be lost with it.")
        }
        try key?.requireApart(from: directory.path, "the directory of the backups that it opens")
        try key?.requireApart(from: data.path, "the data directory, and would be lost with it")
        let lock = try directory.lock()
        defer { withExtendedLifetime(lock) {} }
        try directory.sweep()
        let name = BackupName(time)
        try requireSpace(for: stack)
        let manifest = try write(stack, as: name)
        let recordWarnings = recordPath(name, manifest)
        let (removed, warnings) = removeOld(manifest, sparing: name)
        return Outcome(
            path: directory.path(of: name),
            time: manifest.time,
            databases: manifest.databases.count,
            bytes: manifest.bytes,
            seconds: (ContinuousClock.now - begin).inSeconds,
            key: key?.id,
            removed: removed.map { directory.path(of: $0) },
            notes: notes(manifest) + recordWarnings + warnings
        )
    }

    /// Records the path of the backup for messages about damage.
    ///
    /// A failure yields a message only, because the backup is complete.
    private func recordPath(_ name: BackupName, _ manifest: BackupManifest) -> [String] {
        let path = directory.path(of: name)
        let source = key.map { "\(path) --key \($0.path)" } ?? path
        let command = restoreCommand ?? key.map { _ in Self.restoreCommand(to: data.path) }
        let restore = command.map { $0.replacing(Self.placeholder, with: source) }
        do {
            try LastBackup(path: path, time: manifest.time, restore: restore).write(in: recordDirectory)
            return []
        } catch {
            return [
                "Its path could not be recorded in \(recordDirectory), so messages about damage will not name it, and alerts "
                    + "will call it missing: \(error)"
            ]
        }
    }

    /// The command for a stack without a command of its own.
    private static func restoreCommand(to data: String) -> String {
        "mealwire restore \(placeholder) --data \(data) --replace"
    }

    private func requireSpace(for stack: StackFiles) throws {
        let bytes = stack.databases.reduce(0) { $0 + StackFiles.bytes(ofDatabase: "\(data.path)/\($1.path)") }
        try FreeSpace.require(in: directory.path, for: bytes, "a backup of \(data.path)")
        guard key != nil else { return }
        let largest = stack.databases.map { StackFiles.bytes(ofDatabase: "\(data.path)/\($0.path)") }.max() ?? 0
        try FreeSpace.require(in: data.path, for: largest, "the copy of a database that is to be sealed")
    }

    private func write(_ stack: StackFiles, as name: BackupName) throws -> BackupManifest {
        let partial = directory.path(of: name) + BackupName.partialSuffix
        try DurableFiles.makeDirectory(partial)
        do {
            defer { progress.end() }
            let writer = BackupWriter(partial, key: key)
            let copies = try stack.databases.map { try copy($0, to: writer) }
            let manifest = BackupManifest(
                release: Release.version,
                time: Timestamp.text(name.time),
                data: data.path,
                set: copies.compactMap(\.identity).first,
                databases: copies.map(\.database),
                files: try stack.files.map { file in
                    BackupManifest.File(path: file, digest: try writer.addFile(file, from: "\(data.path)/\(file)"))
                }
            )
            try writer.addManifest(manifest)
            try DurableFiles.syncTree(partial)
            try DurableFiles.rename(partial, to: directory.path(of: name))
            return manifest
        } catch {
            // The first error counts. The next backup removes what is left.
            try? DurableFiles.remove(partial)
            throw error
        }
    }

    /// Adds a database; returns its record, and the identity of the stack if it is auth's.
    private func copy(_ database: StackFiles.Database, to writer: BackupWriter) throws -> (
        database: BackupManifest.Database, identity: String?
    ) {
        let source = "\(data.path)/\(database.path)"
        let time = Timestamp.now()
        let (digest, content) = try writer.addDatabase(database.path, from: source) { target in
            try DatabaseCopy.make(from: source, to: target) { [progress] done, inAll in
                progress.show("copying \(database.service)", done, of: inAll)
                try StopRequest.check()
            }
            progress.begin("checking \(database.service)")
            let findings = try DatabaseInspection.findings(in: target, .full)
            if let finding = findings.first {
                throw CommandFailure("\(source) is damaged (\(finding)). Existing backups are unchanged.")
            }
            try StopRequest.check()
            return (
                facts: try DatabaseInspection.facts(of: target),
                identity: database.service == .auth ? try StackIdentity.read(from: target) : nil
            )
        } check: {
            try StopRequest.check()
        }
        let record = BackupManifest.Database(
            service: database.service.rawValue,
            path: database.path,
            digest: digest,
            facts: content.facts,
            time: time
        )
        return (record, content.identity)
    }

    /// Removes old backups of this stack by the retention rules.
    ///
    /// Backups of other stacks may be in the same directory.
    ///
    /// The new backup is complete, so failures here only yield messages.
    private func removeOld(_ manifest: BackupManifest, sparing name: BackupName) -> ([BackupName], [String]) {
        var removed: [BackupName] = []
        var warnings: [String] = []
        do {
            let backups = try directory.backups()
            let own = backups.filter { $0.summary.data == manifest.data && $0.summary.set == manifest.set }
            for old in retention.removals(among: own.map { $0.name }, sparing: name) {
                do {
                    try directory.remove(old)
                    removed.append(old)
                } catch {
                    warnings.append("The old backup \(directory.path(of: old)) was not removed: \(error)")
                }
            }
        } catch {
            warnings.append("Old backups were not removed: \(error)")
        }
        return (removed, warnings)
    }

    private func notes(_ manifest: BackupManifest) -> [String] {
        let hasAuth = manifest.databases.contains { $0.service == ServiceName.auth.rawValue }
        guard hasAuth, !manifest.files.contains(where: { $0.path.hasSuffix(StackFiles.sealingKey) }) else { return [] }
        return [
            "The backup does not contain the key of second factors; without that file, codes of authenticator apps are refused."
        ]
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
