#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An exclusive lock on a file.
///
/// The kernel releases it when the value ends, and when the process ends, for whatever reason.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Locks a file, creating it if it does not exist; returns nil while another process holds the lock.
    ///
    /// - Throws: `FileLockError` if the file cannot be created or opened.
    package static func take(_ path: String) throws(FileLockError) -> FileLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw FileLockError(path: path, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return FileLock(descriptor: descriptor)
    }

    deinit {
        // A process that is being started holds a copy of the descriptor until its executable is loaded. Closing alone
        // would keep the lock as long as that copy.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// The reason why a lock file cannot be opened.
package struct FileLockError: Error, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "Cannot open \(path): \(reason)." }
}
