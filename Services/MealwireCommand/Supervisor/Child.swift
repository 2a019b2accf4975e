import Glibc
import ServiceKit

/// A place in the set and the process that fills it at the moment.
final class Child {
    /// Enough to see why a process ended.
    private static let recentLinesMax = 12
    private static let readBytesMax = 65_536
    /// A process that ended leaves at most what a pipe holds; more comes from a stranger who inherited it.
    private static let lastReadsMax = 4

    let planned: PlannedProcess
    private(set) var pid: pid_t?
    /// What the process writes, or -1.
    private(set) var output: Int32 = -1
    private(set) var recentLines: [[UInt8]] = []
    private var splitter = LineSplitter()

    init(_ planned: PlannedProcess) {
        self.planned = planned
    }

    /// Fills the place.
    ///
    /// - Parameters:
    ///   - directory: Where the executable lies.
    ///   - environment: What the process inherits.
    ///   - input: Its standard input: a pipe that ends with the supervisor.
    ///   - kept: What it holds open as long as it lives, from descriptor 3 on.
    /// - Throws: `SetFailure` if the process cannot be started.
    func start(in directory: String, _ environment: [String: String], input: Int32, keeping kept: [Int32])
        throws(SetFailure)
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

    /// Sends a signal to the process and all that it may have started.
    func signal(_ number: Int32) {
        guard let pid else { return }
        kill(-pid, number)
    }

    /// The lines that the process has completed since the last call.
    func readLines() -> [[UInt8]] {
        var buffer = [UInt8](repeating: 0, count: Self.readBytesMax)
        let count = read(output, &buffer, buffer.count)
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { closeOutput() }
        guard count > 0 else { return [] }
        return remember(splitter.append(buffer[..<count]))
    }

    /// How the process ended, whether it said that another start would not help, and its last lines; nil while it lives.
    func collectEnding() -> (how: String, isForGood: Bool, lines: [[UInt8]])? {
        guard let pid else { return nil }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        self.pid = nil
        var lines: [[UInt8]] = []
        for _ in 0..<Self.lastReadsMax where output >= 0 { lines += readLines() }
        closeOutput()
        if let rest = splitter.finish() { lines += remember([rest]) }
        return (Self.describe(status), Self.exitStatus(status) == LastingFailure.exitStatus, lines)
    }

    /// What `waitpid` says, in words: the low seven bits are the signal, the next byte is the exit status.
    private static func describe(_ status: Int32) -> String {
        if let code = exitStatus(status) { return "ended with status \(code)" }
        let signal = status & 0x7F
        return "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }

    /// Nil for who was ended by a signal.
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
