import Glibc

/// An executable to start, and what it gets.
struct SpawnRequest {
    /// Where the new process stands.
    enum Standing {
        /// In a process group of its own: Ctrl-C at the terminal reaches the supervisor only.
        case ownGroup
        /// In a session of its own: it outlives the terminal.
        case ownSession
    }

    /// Behind `__USE_GNU` in <spawn.h>, which Swift's view of it leaves out; a fixed part of glibc's binary interface.
    private static let setSession: Int32 = 0x80

    let path: String
    let arguments: [String]
    let environment: [String: String]
    /// What becomes 0, 1, 2 and so on; all of them lie above the last of these: 0 to 2 are taken (``Inheritance``), and 3 and 4 by
    /// the ``SignalPipe``, where there are so many.
    let descriptors: [Int32]
    let standing: Standing

    /// Starts the process.
    ///
    /// - Throws: `SetFailure` if there is no such executable, or no room for another process.
    func start() throws(SetFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in descriptors.enumerated() {
            // Same number: the system then only clears the mark that would close it.
            posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        setUp(&attributes)

        let argumentTexts = ([path] + arguments).map { strdup($0) }
        let environmentTexts = environment.map { strdup("\($0)=\($1)") }
        defer { for text in argumentTexts + environmentTexts { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, argumentTexts + [nil], environmentTexts + [nil])
        guard code == 0 else { throw SetFailure("Cannot start \(path): \(systemReason(code)).") }
        return pid
    }

    private func setUp(_ attributes: inout posix_spawnattr_t) {
        var flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        switch standing {
        case .ownGroup:
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
            posix_spawnattr_setpgroup(&attributes, 0)
        case .ownSession:
            flags |= Self.setSession
        }
        // Whatever we ignore, the new process begins with the usual.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }
}
