import Glibc

/// Corrects the inherited state: the parent may have closed standard input, left files open or blocked signals.
package enum InheritedState {
    /// Opens missing standard descriptors, marks all others close-on-exec, ignores SIGPIPE and unblocks all signals.
    package static func makeSafe() {
        fillStandardDescriptors()
        for descriptor in openDescriptors() where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        // When the reader of the output ends, writing fails with an error, which suffices.
        signal(SIGPIPE, SIG_IGN)
        var all = sigset_t()
        sigfillset(&all)
        sigprocmask(SIG_UNBLOCK, &all, nil)
    }

    /// Opens `/dev/null` for missing standard descriptors.
    ///
    /// Otherwise a pipe could get the number 0, standard input.
    private static func fillStandardDescriptors() {
        while true {
            let descriptor = open("/dev/null", O_RDWR)
            guard descriptor >= 0, descriptor <= STDERR_FILENO else {
                close(descriptor)
                return
            }
        }
    }

    private static func openDescriptors() -> [Int32] {
        guard let directory = opendir("/proc/self/fd") else { return [] }
        defer { closedir(directory) }
        var found: [Int32] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let descriptor = Int32(name) { found.append(descriptor) }
        }
        return found
    }
}
