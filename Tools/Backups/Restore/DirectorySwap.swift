import CLinux
import CommandSupport
import FoundationEssentials
import Glibc
import Storage

/// Replaces one directory with another atomically.
enum DirectorySwap {
    /// Moves a staged directory to a path.
    ///
    /// - Parameters:
    ///   - staged: The new directory, on the same file system. Its old name is free afterwards.
    ///   - path: The destination.
    ///   - aside: The new name of the old directory, if there was a non-empty one.
    /// - Throws: `CommandFailure`. Then nothing has changed.
    static func put(_ staged: String, at path: String, movingOldTo aside: String) throws {
        // A directory that cannot be read is not replaced by `rename` unless it is empty.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), !names.isEmpty else {
            // `rename` itself replaces an empty directory.
            guard rename(staged, path) == 0 else { throw failure(path, removing: staged) }
            return try DurableFiles.sync(DurableFiles.parent(of: path))
        }
        guard mealwire_exchange_names(staged, path) == 0 else { throw failure(path, removing: staged) }
        try DurableFiles.rename(staged, to: aside)
    }

    private static func failure(_ path: String, removing staged: String) -> CommandFailure {
        let code = errno
        // The reason of the failed exchange counts. The next restore removes what is left.
        try? UnfinishedRestore.discard(staged)
        let (reason, isMount) = (systemReason(code), code == EBUSY || code == EXDEV)
        let advice =
            isMount
            ? " It is a mount point: restore into a directory below it, and start the stack on that directory." : ""
        return CommandFailure("Cannot replace \(path) with the restored directory: \(reason).\(advice)")
    }
}
