import Storage

/// What is known of people who were erased after a backup was made, so that they do not come back with it.
///
/// A database keeps a tombstone of each, and every later state of the same database knows more of them than the backup: newer
/// backups beside the one that is restored, the data directory that it was made of, and the one that is replaced. Their tombstones
/// go into the restored databases, whose services then erase whom they hold of them.
struct ErasureKnowledge {
    /// A state of the set that may know more.
    struct State {
        let path: String
        /// From when it is; nil for a data directory, which knows all up to its end.
        let time: String?
    }

    /// Erasures that the backup did not know.
    private var carriedOver = 0
    /// From when the newest backup is that could be asked wholly.
    private var knownUntil: String
    /// Whether a data directory could be asked wholly that knows all up to its end.
    private var isAllKnown = false
    /// Whether one could be asked in part only, or is itself a restored one, which has not seen what came before.
    private var isPartMissing = false
    /// States that could not be asked, as sentences.
    private var failures: [String] = []
    private let manifest: BackupManifest
    private let staged: String
    private let layout: RestoreLayout

    /// Asks all that know more.
    ///
    /// - Parameters:
    ///   - manifest: Of the backup that is restored.
    ///   - staged: The directory with the databases that learn.
    ///   - layout: Where they lie in it.
    ///   - states: Those that may know more, the newest last.
    init(beyond manifest: BackupManifest, for staged: String, _ layout: RestoreLayout, from states: [State]) {
        self.manifest = manifest
        self.staged = staged
        self.layout = layout
        knownUntil = manifest.time
        for state in states { learn(from: state) }
    }

    /// The backups of the same set that are newer than one, the newest last.
    static func states(beside backup: String, _ manifest: BackupManifest) -> [State] {
        let directory = BackupDirectory(DurableFiles.parent(of: backup))
        let backups = (try? directory.backups()) ?? []
        return backups.filter { $0.manifest.time > manifest.time && $0.manifest.data == manifest.data }
            .map { State(path: directory.path(of: $0.name), time: $0.manifest.time) }
    }

    private mutating func learn(from state: State) {
        var (asked, failed, most, isRestored) = (0, 0, 0, false)
        for database in manifest.databases {
            guard let path = SetFiles.database(of: database.service, in: state.path) else { continue }
            let source = "\(state.path)/\(path)"
            do {
                let added = try TombstoneMerge.merge(from: source, into: "\(staged)/\(layout.path(of: database.path))")
                guard let added else { continue }
                (asked, most) = (asked + 1, max(most, added))
                if SetFiles.isThere(Store.restoreMarker(of: source)) { isRestored = true }
            } catch {
                failed += 1
                failures.append("\(source) could not be asked who was erased: \(error).")
            }
        }
        // Each service has a tombstone of the same people.
        carriedOver += most
        // What is not there, or is of another set, knows nothing of this one.
        guard asked + failed > 0 else { return }
        let isWhole = asked == manifest.databases.count && !isRestored
        if let time = state.time {
            if isWhole { knownUntil = time }
        } else if isWhole {
            isAllKnown = true
        } else {
            isPartMissing = true
        }
    }

    /// What the operator should know.
    var notes: [String] {
        var notes = failures
        if carriedOver > 0 {
            let deletions = carriedOver == 1 ? "1 deletion of an account" : "\(carriedOver) deletions of accounts"
            notes.append("\(deletions) after this backup will be made again at the start.")
        }
        if !isAllKnown || isPartMissing {
            notes.append(
                "Accounts that were deleted after \(knownUntil) are not known here, and are back: delete them again."
            )
        }
        return notes
    }
}
