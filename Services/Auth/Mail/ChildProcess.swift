import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Starts a program and passes it a complete input.
enum ChildProcess {
    /// Serializes starts, because another child would inherit a pipe before its ends are marked.
    ///
    /// The first program would then never see the end of its input.
    private static let startLock = Mutex(())

    /// Starts a program in its own process group; it reads the bytes and then the end of its input.
    ///
    /// The bytes are in the pipe before the program starts. So this never blocks on a program that stops reading. The
    /// message must fit into the pipe, which holds 64 KiB, and at least one page.
    ///
    /// - Parameters:
    ///   - command: The program's path and its arguments.
    ///   - input: The program's standard input.
    /// - Returns: The id of the process; the caller has to wait for it.
    /// - Throws: `MailFailure` if the program cannot be started.
    static func start(_ command: [String], input: [UInt8]) throws(MailFailure) -> pid_t {
        try startLock.withLock { _ throws(MailFailure) in
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw failure("cannot get a pipe", errno) }
            defer { close(ends[0]) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            let written = write(ends[1], input, input.count)
            let reason = errno
            close(ends[1])
            guard written == input.count else { throw failure("cannot receive the message", reason) }
            return try spawn(command, input: ends[0])
        }
    }

    private static func spawn(_ command: [String], input: Int32) throws(MailFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        setUp(&attributes)
        let arguments = command.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, command[0], &actions, &attributes, arguments + [nil], environ)
        guard code == 0 else { throw failure("cannot be started", code) }
        return pid
    }

    /// Sets a new process group and default signal handling, whatever signals this process ignores.
    private static func setUp(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private static func failure(_ what: String, _ code: Int32) -> MailFailure {
        MailFailure("The mail command \(what): \(String(cString: strerror(code))).")
    }
}
