package import CommandSupport
package import Glibc

/// An executable to start, with its arguments, environment and descriptors.
package struct SpawnRequest {
    /// The process group and session of the new process.
    package enum Standing {
        /// A process group of its own: Ctrl-C at the terminal reaches the supervisor only.
        case ownGroup
        /// A session of its own: the process outlives the terminal.
        case ownSession
    }

    /// `POSIX_SPAWN_SETSID`, which Swift cannot import (`__USE_GNU` in <spawn.h>); a fixed part of glibc's ABI.
    private static let setSession: Int32 = 0x80

    package let path: String
    package let arguments: [String]
    package let environment: [String: String]
    /// The descriptors that become 0, 1, 2 and so on in the new process.
    ///
    /// Each must be greater than the last of these target numbers.
    /// ``InheritedState`` occupies 0 to 2, and ``SignalPipe`` 3 and 4.
    package let descriptors: [Int32]
    package let standing: Standing

    package init(
        path: String,
        arguments: [String],
        environment: [String: String],
        descriptors: [Int32],
        standing: Standing
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.descriptors = descriptors
        self.standing = standing
    }

    /// Starts the process.
    ///
    /// - Throws: `CommandFailure` if the executable does not exist or the system cannot start another process.
    package func start() throws(CommandFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in descriptors.enumerated() {
            // With equal numbers, the system only clears the close-on-exec flag.
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
        guard code == 0 else { throw CommandFailure("Cannot start \(path): \(systemReason(code)).") }
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
        // The new process starts with default signal handling, whatever this process ignores.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }
}
