#if canImport(Glibc)
import Glibc
#endif

/// Identifies a version of a file, to detect changes: inode, time of modification, size.
package struct FileVersion: Equatable, Sendable {
    private var inode: UInt = 0
    private var seconds = 0
    private var nanoseconds = 0
    private var size = 0

    /// Reads the version of a file; all missing files are equal.
    package init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        inode = status.st_ino
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        size = status.st_size
    }
}
