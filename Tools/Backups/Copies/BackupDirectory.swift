import CommandSupport
import FileLocking
import FoundationEssentials
import Glibc
import Supervision

/// A directory that contains backups.
package struct BackupDirectory: Sendable {
    private static let lockName = ".mealwire-backup.lock"

    package let path: String

    package init(_ path: String) { self.path = path }

    /// A complete backup, as a list shows it.
    package struct Listed {
        package let name: BackupName
        package let summary: BackupSummary
        /// The id of the key of a sealed backup; nil for a plain one.
        package let key: String?
    }

    /// Returns the complete backups with a readable manifest, oldest first.
    ///
    /// The summary of a sealed backup is read without its key, so it is not authentic.
    package func backups() throws -> [Listed] {
        try names().compactMap { BackupName($0) }.sorted().compactMap { name in
            // A backup with a manifest that cannot be read is not listed; `mealwire backup verify` names the reason.
            (try? BackupFiles.summary(of: path(of: name))).map { Listed(name: name, summary: $0.summary, key: $0.key) }
        }
    }

    package func path(of name: BackupName) -> String { "\(path)/\(name.text)" }

    /// Creates the directory if needed, and locks it against other backups.
    ///
    /// - Throws: `CommandFailure` if it cannot be written, or another backup is being made in it.
    package func lock() throws -> HeldLock {
        try Preflight.makePrivateDirectory(path)
        guard let lock = try HeldLock("\(path)/\(Self.lockName)") else {
            throw CommandFailure("Another backup is being made in \(path).")
        }
        return lock
    }

    /// Removes what interrupted backups and removals left.
    ///
    /// The caller must hold the lock.
    func sweep() throws {
        for name in try names() where BackupName.isLeftOver(name) { try DurableFiles.remove("\(path)/\(name)") }
    }

    /// Removes a backup.
    ///
    /// It is renamed first, so that an interrupted removal leaves no directory that looks complete.
    package func remove(_ name: BackupName) throws {
        let removing = path(of: name) + BackupName.removingSuffix
        try DurableFiles.rename(path(of: name), to: removing)
        try DurableFiles.remove(removing)
    }

    private func names() throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw CommandFailure("Cannot read the directory \(path): \(systemReason(Self.reason(path))).")
        }
    }

    private static func reason(_ path: String) -> Int32 { access(path, R_OK | X_OK) == 0 ? ENOTDIR : errno }
}

/// A locked file as an object, for lists of locks.
package final class HeldLock {
    private let lock: FileLock

    /// Acquires the lock; nil while another process holds it.
    init?(_ path: String) throws {
        guard let lock = try FileLock.take(path) else { return nil }
        self.lock = lock
    }
}
