#if canImport(Glibc)
import Glibc
#endif

/// Tells whether a file has changed since an earlier look.
package struct FileVersion: Equatable, Sendable {
    private var inode: UInt = 0
    private var seconds = 0
    private var nanoseconds = 0
    private var size = 0

    /// Looks at a file; all files that are not there are alike.
    package init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        inode = status.st_ino
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        size = status.st_size
    }
}
