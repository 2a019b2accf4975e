import Contracts
import ServiceLifecycle
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A program that takes a message on its standard input and sees to it, as every Unix has one called `sendmail`.
///
/// Exit status 0 says that it has taken the message over. What it prints is thrown away: it may name people.
package final class SendmailCommand: Sendable {
    /// How long a program may take, in milliseconds: it puts the message into a queue, or talks to one server.
    package static let patienceMsDefault = 30_000
    /// How long it may go on when this process is to end, in milliseconds.
    private static let farewellMs = 2_000
    /// The rest between two looks at whether it has ended, in milliseconds: soon enough for mail.
    private static let lookIntervalMs: Int32 = 10

    private let command: [String]
    private let patienceMs: Int
    private let threads = MailThreads(label: "auth.sendmail")

    /// Makes it.
    ///
    /// - Parameters:
    ///   - command: The program's absolute path and its arguments.
    ///   - patienceMs: How long it may take before it is killed.
    package init(_ command: [String], patienceMs: Int = SendmailCommand.patienceMsDefault) {
        self.command = command
        self.patienceMs = patienceMs
    }

    /// Hands a message over.
    ///
    /// - Throws: `MailFailure` if the program does not take it in time; it is killed then, with all that it started.
    package func deliver(_ message: MailMessage) async throws {
        let deadline = SharedDeadline(.after(milliseconds: patienceMs))
        try await withGracefulShutdownHandler {
            try await threads.run { [command] in
                let pid = try ChildStart.start(command, input: message.bytes)
                try Self.waitForEnd(of: pid, deadline)
            }
        } onGracefulShutdown: {
            deadline.bringForward(to: .after(milliseconds: Self.farewellMs))
        }
    }

    private static func waitForEnd(of pid: pid_t, _ deadline: SharedDeadline) throws(MailFailure) {
        var status: Int32 = 0
        while true {
            let ended = waitpid(pid, &status, WNOHANG)
            if ended == pid { break }
            guard ended == 0 || errno == EINTR else { throw MailFailure("The mail command was lost sight of.") }
            if deadline.hasPassed {
                // The whole group: what it started would go on with the message.
                kill(-pid, SIGKILL)
                _ = waitpid(pid, &status, 0)
                throw MailFailure("The mail command took too long and was killed.")
            }
            _ = poll(nil, 0, lookIntervalMs)
        }
        // The low seven bits are the signal, the next byte is the exit status.
        guard status & 0x7F == 0 else { throw MailFailure("The mail command was ended by signal \(status & 0x7F).") }
        let code = (status >> 8) & 0xFF
        guard code == 0 else { throw MailFailure("The mail command ended with status \(code).") }
    }
}

/// A deadline that can come nearer while somebody waits for it.
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
