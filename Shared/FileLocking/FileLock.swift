#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An exclusive lock on a file, held by this process until it ends, however it ends.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Takes the lock of a file, which is made if it is not there; nil while another process holds it.
    ///
    /// - Throws: `FileLockError` if the file cannot be made.
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
        close(descriptor)
    }
}

/// Why a lock's file cannot be made.
package struct FileLockError: Error, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "Cannot open \(path): \(reason)." }
}
