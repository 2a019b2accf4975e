import FoundationEssentials
import Glibc

/// The directories of upgrade rehearsals.
///
/// A running rehearsal holds a lock in its directory. A directory with a free lock was left by a killed rehearsal.
enum RehearsalDirectory {
    static let prefix = "mealwire-rehearsal-"

    /// Returns the path of the lock file in a directory.
    static func lock(of directory: String) -> String { "\(directory)/rehearsal.lock" }

    /// Removes directories that killed rehearsals of this user have left.
    ///
    /// Ignores those that cannot be removed.
    static func sweep(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let directory = "\(parent)/\(name)"
            guard isOwn(directory), StackFiles.fileExists(lock(of: directory)) else { continue }
            removeUnlocked(directory)
        }
    }

    private static func removeUnlocked(_ directory: String) {
        guard let lock = try? HeldLock(Self.lock(of: directory)) else { return }
        try? DurableFiles.remove(directory)
        withExtendedLifetime(lock) {}
    }

    /// Whether this user owns the directory: in a shared directory, other users may have created that name.
    private static func isOwn(_ directory: String) -> Bool {
        var status = stat()
        return lstat(directory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }
}
