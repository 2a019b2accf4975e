import CommandSupport
import Glibc
import Logging
import ServiceKit

/// One entry of the process table and the process that currently runs for it.
final class Child {
    /// The number of lines that suffices to show why a process ended.
    private static let recentLinesMax = 12
    /// A process that ended leaves at most one pipe buffer.
    ///
    /// More output comes from a process that inherited the pipe.
    private static let lastReadsMax = 4

    /// What a process reports on its standard output is no failure; what a crash leaves on its standard error is one.
    private static let outputLevels: [Logger.Level] = [.notice, .error]

    let planned: PlannedProcess
    private(set) var pid: pid_t?
    /// What the process writes: its standard output and its standard error.
    private(set) var outputs: [ChildOutput] = []
    private(set) var recentLines: [OutputLine] = []

    init(_ planned: PlannedProcess) {
        self.planned = planned
    }

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - directory: The directory of the executable.
    ///   - environment: The environment of the process.
    ///   - input: Its standard input: a pipe that ends with the supervisor.
    ///   - kept: Descriptors that the process holds open while it lives, from number 3 on.
    /// - Throws: `CommandFailure` if the process cannot be started.
    func start(in directory: String, _ environment: [String: String], input: Int32, keeping kept: [Int32])
        throws(CommandFailure)
    {
        var opened: [ChildOutput] = []
        var inherited: [Int32] = []
        defer { for end in inherited { close(end) } }
        do throws(CommandFailure) {
            for level in Self.outputLevels {
                let pipe = try Descriptors.pipe()
                opened.append(ChildOutput(descriptor: pipe.read, level: level))
                inherited.append(pipe.write)
            }
            let request = SpawnRequest(
                path: "\(directory)/\(planned.executable)",
                arguments: planned.arguments,
                environment: environment,
                descriptors: [input] + inherited + kept,
                standing: .ownGroup
            )
            pid = try request.start()
        } catch {
            for index in opened.indices { _ = opened[index].finish() }
            throw error
        }
        outputs = opened
    }

    /// Sends a signal to the process group.
    func signal(_ number: Int32) {
        guard let pid else { return }
        kill(-pid, number)
    }

    /// Returns the lines that the process has completed on one of its outputs since the last call.
    func readLines(of output: Int) -> [OutputLine] { remember(outputs[output].readLines()) }

    /// Returns how the process ended, whether a restart is useless, and its last lines; nil while it lives.
    func collectEnding() -> (how: String, isPermanent: Bool, lines: [OutputLine])? {
        guard let pid else { return nil }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        self.pid = nil
        var lines: [OutputLine] = []
        for index in outputs.indices {
            for _ in 0..<Self.lastReadsMax where outputs[index].descriptor >= 0 { lines += readLines(of: index) }
            if let rest = outputs[index].finish() { lines += remember([rest]) }
        }
        outputs = []
        return (Self.describe(status), Self.exitStatus(status) == PermanentFailure.exitStatus, lines)
    }

    /// Describes a status of `waitpid`: the low seven bits are the signal, the next byte is the exit status.
    private static func describe(_ status: Int32) -> String {
        if let code = exitStatus(status) { return "ended with status \(code)" }
        let signal = status & 0x7F
        return "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }

    /// Returns the exit status, or nil if a signal ended the process.
    private static func exitStatus(_ status: Int32) -> Int32? { status & 0x7F == 0 ? (status >> 8) & 0xFF : nil }

    private func remember(_ lines: [OutputLine]) -> [OutputLine] {
        recentLines = (recentLines + lines).suffix(Self.recentLinesMax)
        return lines
    }
}
