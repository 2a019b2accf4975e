import Contracts
import GRDB

/// Reasons why a database cannot be used.
package enum StorageError: Error, CustomStringConvertible {
    case cannotOpen(path: String, reason: String)
    case damaged(path: String, finding: String)
    /// The schema was changed by a later version of Mealwire.
    case newer(path: String, migration: String)
    /// The schema is that of a version before the first baseline; see ``FormerMigrations``.
    case older(path: String)

    package var description: String { description(backupRecordIn: nil) }

    /// Whether the file stays out of service until an operator acts, so that another start is useless.
    package var isPermanent: Bool {
        switch self {
        case .damaged, .older: true
        case .cannotOpen, .newer: false
        }
    }

    /// Describes the error and the possible remedy.
    ///
    /// - Parameter directory: The directory with the record of the last backup; nil for the stack's data directory.
    /// - Returns: One or more sentences.
    package func description(backupRecordIn directory: String?) -> String {
        switch self {
        case .cannotOpen(let path, let reason):
            return "Cannot open \(path): \(reason)."
        case .damaged(let path, let finding):
            let data = Self.directory(of: path)
            return """
                \(path) is damaged (\(finding)). It was not changed and is not served. \
                \(Self.remedy(to: data, LastBackup(in: directory ?? data)))
                """
        case .newer(let path, let migration):
            return """
                \(path) was used by a newer version of Mealwire (its migration \(migration) is not known to this one, \
                \(Release.version)). Run that version, or restore a backup of this one: `mealwire restore`.
                """
        case .older(let path):
            return """
                \(path) was last used by a version that this one cannot upgrade. It was not changed. Start commit \
                \(FormerMigrations.commit) with this data once, which upgrades it, and then this version.
                """
        }
    }

    /// Distinguishes damage from other errors.
    init(opening path: String, _ error: any Error) {
        if let error = error as? DatabaseError, [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            self = .damaged(path: path, finding: error.message ?? "\(error.resultCode)")
        } else {
            self = .cannotOpen(path: path, reason: "\(error)")
        }
    }

    /// Describes the remedy.
    private static func remedy(to directory: String, _ last: LastBackup?) -> String {
        let restore = { (backup: String) in
            "stop the set, and bring it back with `mealwire restore \(backup) --data \(directory) --replace`."
        }
        guard let last else { return "If there is a backup, \(restore("BACKUP"))" }
        let help = last.restore.map { "bring it back with `\($0)`." } ?? restore(last.path)
        return "The last backup, of \(last.time), was written to \(last.path): \(help)"
    }

    /// Returns the data directory of the stack.
    ///
    /// If the service has its own directory in it, this is the parent directory.
    private static func directory(of path: String) -> String {
        let (directory, file) = split(path)
        let (above, name) = split(directory)
        return file == "\(name).sqlite" ? above : directory
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}

/// Translates SQLite's errors into service errors.
enum StorageFailure {
    /// Errors that free disk space would not fix: of reads, and of syncs, which end the process (``DiskFailure``).
    private static let otherFailures: [ResultCode] = [
        .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_NOMEM, .SQLITE_IOERR_FSYNC,
        .SQLITE_IOERR_DIR_FSYNC,
    ]

    static func serviceError(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_FULL:
            return ServiceError(.diskFull, "There is no room left on the server's disk to store this.")
        case .SQLITE_IOERR where !otherFailures.contains(error.extendedResultCode):
            return ServiceError(.diskFull, "The server's disk rejected the change: \(error).")
        default:
            return ServiceError(.internalError, "The database failed: \(error.resultCode).")
        }
    }
}
