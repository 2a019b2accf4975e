import Glibc

/// What this process got from whoever started it, perhaps with standard input closed, files open or signals blocked.
enum Inheritance {
    /// Makes all of it safe to work with and to hand on.
    static func makeSafe() {
        fillStandardDescriptors()
        for descriptor in openDescriptors() where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        // Who reads our output may go; writing then fails with an error, which is enough.
        signal(SIGPIPE, SIG_IGN)
        var all = sigset_t()
        sigfillset(&all)
        sigprocmask(SIG_UNBLOCK, &all, nil)
    }

    /// Without it, a pipe could get the number 0 and be mistaken for standard input.
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
