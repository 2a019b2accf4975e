import Glibc
import Storage

/// Carries erasures into a restored backup, so that accounts deleted after the backup do not return.
///
/// A database stores a tombstone for each erased user, so its later states know more erasures than the backup.
/// Such states are newer backups in the same directory, the data directory that was backed up, and the replaced one.
/// Their tombstones are merged into the restored databases. The services then erase the data of those users.
struct ErasureMerge {
    /// A later state of the stack, which may contain more tombstones.
    struct State {
        let path: String
        /// The time of the state; nil for a data directory, which contains all erasures up to its last run.
        var time: String?
        /// Where the key of a sealed backup comes from.
        var key = BackupFiles.KeySource.none
    }

    /// The plain copy of a database of a sealed backup, in the restored directory while its erasures are read.
    private static let openedName = ".opened-backup.sqlite"

    /// The number of erasures that the backup did not contain.
    private var carriedOver = 0
    /// The time of the newest backup of which every database could be read.
    private var knownUntil: String
    /// Whether every database of a data directory that was not itself restored could be read.
    private var isAllKnown = false
    /// Whether a data directory could be read only in part, or was itself restored and lacks earlier erasures.
    private var isIncomplete = false
    /// One sentence for each state that could not be read.
    private var failures: [String] = []
    private let manifest: BackupManifest
    private let staged: String
    private let layout: RestoreLayout

    /// Merges the tombstones of all given states.
    ///
    /// - Parameters:
    ///   - manifest: The manifest of the restored backup.
    ///   - staged: The directory with the restored databases.
    ///   - layout: The paths of the databases in it.
    ///   - states: Later states of the stack, the newest last.
    init(beyond manifest: BackupManifest, for staged: String, _ layout: RestoreLayout, from states: [State]) {
        self.manifest = manifest
        self.staged = staged
        self.layout = layout
        knownUntil = manifest.time
        for state in states { merge(from: state) }
    }

    /// Returns the newer backups of the same stack in the same directory, the newest last.
    ///
    /// - Returns: The backups, and a sentence for the operator if the directory cannot be read.
    static func states(
        beside backup: String,
        _ manifest: BackupManifest,
        key: BackupFiles.KeySource
    ) -> (states: [State], failures: [String]) {
        let directory = BackupDirectory(DurableFiles.parent(of: backup))
        do {
            let newer = try directory.backups().filter {
                $0.summary.time > manifest.time && $0.summary.data == manifest.data
            }
            let states = newer.map {
                State(path: directory.path(of: $0.name), time: $0.summary.time, key: key.asSetting)
            }
            return (states, [])
        } catch {
            return ([], ["The erasures recorded in newer backups could not be read: \(error)"])
        }
    }

    private mutating func merge(from state: State) {
        if BackupFiles.isSealed(state.path) { return mergeSealed(state) }
        var (asked, failed, most, isRestored) = (0, 0, 0, false)
        for database in manifest.databases {
            guard let path = StackFiles.database(of: database.service, in: state.path) else { continue }
            let source = "\(state.path)/\(path)"
            do {
                guard let added = try TombstoneMerge.merge(from: source, into: target(database)) else { continue }
                (asked, most) = (asked + 1, max(most, added))
                if StackFiles.fileExists(Store.restoreMarker(of: source)) { isRestored = true }
            } catch {
                failed += 1
                failures.append("The erasures recorded in \(source) could not be read: \(error).")
            }
        }
        record(state, asked: asked, failed: failed, most: most, isRestored: isRestored)
    }

    /// Merges the tombstones of a sealed backup.
    ///
    /// One database at a time is opened into the restored directory.
    private mutating func mergeSealed(_ state: State) {
        var (asked, failed, most) = (0, 0, 0)
        do {
            let files = try BackupFiles(state.path, key: state.key)
            for database in manifest.databases {
                guard let newer = files.manifest.databases.first(where: { $0.service == database.service }) else {
                    continue
                }
                let opened = "\(staged)/\(Self.openedName)"
                defer { unlink(opened) }
                let found = try files.read(newer.path, copyingTo: opened) { _ in try StopRequest.check() }
                try BackupVerification.require(found, newer.digest, "\(state.path)/\(newer.path)")
                guard let added = try TombstoneMerge.merge(from: opened, into: target(database)) else { continue }
                (asked, most) = (asked + 1, max(most, added))
            }
        } catch {
            failed = 1
            failures.append("The erasures recorded in \(state.path) could not be read: \(error)")
        }
        record(state, asked: asked, failed: failed, most: most, isRestored: false)
    }

    /// Returns the path of a restored database.
    private func target(_ database: BackupManifest.Database) -> String {
        "\(staged)/\(layout.path(of: database.path))"
    }

    private mutating func record(_ state: State, asked: Int, failed: Int, most: Int, isRestored: Bool) {
        // Every service stores a tombstone for the same users, so the maximum counts each user once.
        carriedOver += most
        // An absent directory, or one of another stack, has no information about this stack.
        guard asked + failed > 0 else { return }
        let isWhole = asked == manifest.databases.count && !isRestored
        if let time = state.time {
            if isWhole { knownUntil = time }
        } else if isWhole {
            isAllKnown = true
        } else {
            isIncomplete = true
        }
    }

    /// Messages for the operator.
    var notes: [String] {
        var notes = failures
        if carriedOver > 0 {
            let deletions = carriedOver == 1 ? "1 deletion of an account" : "\(carriedOver) deletions of accounts"
            notes.append("\(deletions) after this backup will be repeated at the next start.")
        }
        if !isAllKnown || isIncomplete {
            notes.append(
                "Accounts that were deleted after \(knownUntil) are not known here and exist again: delete them again."
            )
        }
        return notes
    }
}
