import Contracts
import ServiceLifecycle
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Delivers mail with a program that reads a message on its standard input, such as `sendmail`.
///
/// Exit status 0 means that the program has accepted the message. Its output is discarded, because it may contain
/// addresses.
package final class SendmailCommand: Sendable {
    /// Default time limit of the program, in milliseconds; it queues the message, or talks to one server.
    package static let defaultTimeoutMs = 30_000
    /// Time limit after a graceful shutdown began, in milliseconds.
    private static let shutdownTimeoutMs = 2_000
    /// Interval between two checks whether the program has ended, in milliseconds.
    private static let pollIntervalMs: Int32 = 10

    private let command: [String]
    private let timeoutMs: Int
    private let workQueue = BlockingWorkQueue(label: "auth.sendmail")

    /// Creates the transport.
    ///
    /// - Parameters:
    ///   - command: The program's absolute path and its arguments.
    ///   - timeoutMs: The time limit in milliseconds, after which the program is killed.
    package init(_ command: [String], timeoutMs: Int = SendmailCommand.defaultTimeoutMs) {
        self.command = command
        self.timeoutMs = timeoutMs
    }

    /// Delivers a message.
    ///
    /// - Throws: `MailFailure` if the program does not accept it in time; its whole process group is then killed.
    package func deliver(_ message: MailMessage) async throws {
        let deadline = SharedDeadline(.after(milliseconds: timeoutMs))
        try await withGracefulShutdownHandler {
            try await workQueue.run { [command] in
                let pid = try ChildProcess.start(command, input: message.bytes)
                try Self.waitForEnd(of: pid, deadline)
            }
        } onGracefulShutdown: {
            deadline.bringForward(to: .after(milliseconds: Self.shutdownTimeoutMs))
        }
    }

    private static func waitForEnd(of pid: pid_t, _ deadline: SharedDeadline) throws(MailFailure) {
        var status: Int32 = 0
        while true {
            let ended = waitpid(pid, &status, WNOHANG)
            if ended == pid { break }
            guard ended == 0 || errno == EINTR else { throw MailFailure("The mail command cannot be waited for.") }
            if deadline.hasPassed {
                // Kills the whole group: child processes of the program would continue to deliver the message.
                kill(-pid, SIGKILL)
                _ = waitpid(pid, &status, 0)
                throw MailFailure("The mail command took too long and was killed.")
            }
            _ = poll(nil, 0, pollIntervalMs)
        }
        // The low seven bits are the signal; the next byte is the exit status.
        guard status & 0x7F == 0 else { throw MailFailure("The mail command was ended by signal \(status & 0x7F).") }
        let code = (status >> 8) & 0xFF
        guard code == 0 else { throw MailFailure("The mail command ended with status \(code).") }
    }
}

/// A deadline that can be shortened while another thread waits for it.
private final class SharedDeadline: Sendable {
    private let moment: Mutex<Deadline>

    init(_ deadline: Deadline) {
        moment = Mutex(deadline)
    }

    var hasPassed: Bool { moment.withLock { $0.hasPassed } }

    func bringForward(to deadline: Deadline) {
        moment.withLock { $0 = min($0, deadline) }
    }
}
