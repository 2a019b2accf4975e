package import CommandSupport
package import Glibc
package import ServiceKit

/// Prevents two stacks on one data directory.
///
/// Locks two files below `run/`, because supervisor and processes may end separately:
/// - `up.lock`: the supervisor. A POSIX lock: the kernel knows the process number of its holder, even after a crash.
/// - `processes.lock`: the processes. They inherit this `flock` as descriptor 3 and hold it until the last has ended.
///   It stays held when the supervisor was killed and could not wait for them.
package final class StackLock {
    /// Whether a stack runs.
    package enum Occupancy: Equatable {
        case free
        case supervised(pid_t)
        /// The supervisor is gone, and its processes are about to end.
        case leftOver
    }

    /// How long processes may run after their supervisor was killed.
    ///
    /// They limit themselves to 10 s.
    private static let leftOverEndWithin: Duration = .seconds(15)
    /// The pause between two attempts to acquire a lock.
    package static let pollMicroseconds: UInt32 = 10_000

    private let supervisor: Int32
    /// The descriptor of `processes.lock`, which the processes inherit.
    package let processes: Int32
    private let pidPath: String

    /// Acquires both locks, and waits for processes that a killed supervisor left behind.
    static func acquire(_ data: DataDirectory, _ console: Console) throws(CommandFailure) -> StackLock {
        let supervisor = try openFile("\(data.run)/up.lock")
        var request = wholeFile(F_WRLCK)
        guard fcntl(supervisor, F_SETLK, &request) == 0 else {
            defer { close(supervisor) }
            throw inUse(data, holder(of: supervisor))
        }
        let processes = try openFile("\(data.run)/processes.lock")
        let end = ContinuousClock.now + leftOverEndWithin
        var isReported = false
        while flock(processes, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < end else {
                throw CommandFailure(
                    "Processes of an earlier stack still run on \(data.path): find them with ps, and stop them."
                )
            }
            if !isReported { console.write("Waiting for the processes of an earlier stack on \(data.path) to end.\n") }
            isReported = true
            usleep(pollMicroseconds)
        }
        return StackLock(supervisor, processes, pidPath: "\(data.run)/up.pid")
    }

    private init(_ supervisor: Int32, _ processes: Int32, pidPath: String) {
        self.supervisor = supervisor
        self.processes = processes
        self.pidPath = pidPath
        writePid()
    }

    deinit {
        unlink(pidPath)
        close(processes)
        close(supervisor)
    }

    /// Returns whether a stack runs on a data directory, without disturbing it.
    ///
    /// The process that holds the lock must not call this: closing the file would release its lock.
    package static func occupancy(of data: DataDirectory) throws(CommandFailure) -> Occupancy {
        if let descriptor = try openExisting("\(data.run)/up.lock") {
            defer { close(descriptor) }
            if let holder = holder(of: descriptor) { return .supervised(holder) }
        }
        guard let descriptor = try openExisting("\(data.run)/processes.lock") else { return .free }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? .free : .leftOver
    }

    /// Acquires the locks that exist, without waiting, for commands that must prevent a start.
    ///
    /// A stack that has run has left both files. Creating them here could make files that the stack's user cannot open.
    ///
    /// - Returns: Descriptors that hold the locks until they are closed.
    package static func holdExisting(_ data: DataDirectory) throws(CommandFailure) -> [Int32] {
        var held: [Int32] = []
        if let supervisor = try openExisting("\(data.run)/up.lock") {
            held.append(supervisor)
            var request = wholeFile(F_WRLCK)
            guard fcntl(supervisor, F_SETLK, &request) == 0 else {
                defer { close(supervisor) }
                throw inUse(data, holder(of: supervisor))
            }
        }
        guard let processes = try openExisting("\(data.run)/processes.lock") else { return held }
        held.append(processes)
        guard flock(processes, LOCK_EX | LOCK_NB) == 0 else {
            for descriptor in held { close(descriptor) }
            throw inUse(data, nil)
        }
        return held
    }

    private static func inUse(_ data: DataDirectory, _ holder: pid_t?) -> CommandFailure {
        let process = holder.map { " (process \($0))" } ?? ""
        return CommandFailure(
            "A stack already runs on \(data.path)\(process); stop it with `scripts/down --data \(data.path)`, "
                + "or use another --data and --port."
        )
    }

    private static func holder(of descriptor: Int32) -> pid_t? {
        var request = wholeFile(F_WRLCK)
        guard fcntl(descriptor, F_GETLK, &request) == 0, request.l_type != Int16(F_UNLCK) else { return nil }
        return request.l_pid
    }

    private static func wholeFile(_ type: Int32) -> flock {
        var request = Glibc.flock()
        request.l_type = Int16(type)
        request.l_whence = Int16(SEEK_SET)
        return request
    }

    private static func openFile(_ path: String) throws(CommandFailure) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure("Cannot write \(path): \(systemReason()).") }
        return descriptor
    }

    private static func openExisting(_ path: String) throws(CommandFailure) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor < 0 else { return descriptor }
        guard errno == ENOENT || errno == ENOTDIR else {
            throw CommandFailure("Cannot open \(path): \(systemReason()).")
        }
        return nil
    }

    /// Writes the process number for users and scripts.
    ///
    /// Mealwire itself asks the kernel for the lock's holder.
    private func writePid() {
        let descriptor = open(pidPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let text = Array("\(getpid())\n".utf8)
        _ = write(descriptor, text, text.count)
        close(descriptor)
    }
}
