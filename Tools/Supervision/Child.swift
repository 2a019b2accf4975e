import CommandSupport
import Glibc
import ServiceKit

/// One entry of the process table and the process that currently runs for it.
final class Child {
    /// The number of lines that suffices to show why a process ended.
    private static let recentLinesMax = 12
    private static let readBytesMax = 65_536
    /// A process that ended leaves at most one pipe buffer.
    ///
    /// More output comes from a process that inherited the pipe.
    private static let lastReadsMax = 4

    let planned: PlannedProcess
    private(set) var pid: pid_t?
    /// The read end of the pipe for the process's output, or -1.
    private(set) var output: Int32 = -1
    private(set) var recentLines: [[UInt8]] = []
    private var splitter = LineSplitter()

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
        let pipe = try Descriptors.pipe()
        defer { close(pipe.write) }
        let request = SpawnRequest(
            path: "\(directory)/\(planned.executable)",
            arguments: planned.arguments,
            environment: environment,
            descriptors: [input, pipe.write, pipe.write] + kept,
            standing: .ownGroup
        )
        do {
            pid = try request.start()
        } catch {
            close(pipe.read)
            throw error
        }
        Descriptors.makeNonBlocking(pipe.read)
        output = pipe.read
    }

    /// Sends a signal to the process group.
    func signal(_ number: Int32) {
        guard let pid else { return }
        kill(-pid, number)
    }

    /// Returns the lines that the process has completed since the last call.
    func readLines() -> [[UInt8]] {
        var buffer = [UInt8](repeating: 0, count: Self.readBytesMax)
        let count = read(output, &buffer, buffer.count)
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { closeOutput() }
        guard count > 0 else { return [] }
        return remember(splitter.append(buffer[..<count]))
    }

    /// Returns how the process ended, whether a restart is useless, and its last lines; nil while it lives.
    func collectEnding() -> (how: String, isPermanent: Bool, lines: [[UInt8]])? {
        guard let pid else { return nil }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        self.pid = nil
        var lines: [[UInt8]] = []
        for _ in 0..<Self.lastReadsMax where output >= 0 { lines += readLines() }
        closeOutput()
        if let rest = splitter.finish() { lines += remember([rest]) }
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

    private func remember(_ lines: [[UInt8]]) -> [[UInt8]] {
        recentLines = (recentLines + lines).suffix(Self.recentLinesMax)
        return lines
    }

    private func closeOutput() {
        guard output >= 0 else { return }
        close(output)
        output = -1
    }
}
