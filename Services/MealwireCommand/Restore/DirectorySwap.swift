import CLinux
import FoundationEssentials
import Glibc
import Storage

/// Puts a directory in the place of another one, in one step.
enum DirectorySwap {
    /// Puts it there.
    ///
    /// - Parameters:
    ///   - staged: The new directory, on the same disk; it has the other name afterwards.
    ///   - path: Where it goes.
    ///   - aside: The name that the old directory gets, if there was one with something in it.
    /// - Throws: `SetFailure`; then everything is as it was.
    static func put(_ staged: String, at path: String, movingOldTo aside: String) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), !names.isEmpty else {
            // An empty directory is replaced by rename itself.
            guard rename(staged, path) == 0 else { throw failure(path, removing: staged) }
            return try DurableFiles.sync(DurableFiles.parent(of: path))
        }
        guard mealwire_exchange_names(staged, path) == 0 else { throw failure(path, removing: staged) }
        try DurableFiles.rename(staged, to: aside)
    }

    private static func failure(_ path: String, removing staged: String) -> SetFailure {
        let code = errno
        try? UnfinishedRestore.discard(staged)
        let (reason, isMount) = (systemReason(code), code == EBUSY || code == EXDEV)
        let advice =
            isMount
            ? " It is where a disk is mounted; restore into a directory below it, and start the set on that one." : ""
        return SetFailure("Cannot put the restored directory in the place of \(path): \(reason).\(advice)")
    }
}
