package import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
import ServiceKit

/// `mealwire up --detach`: starts `mealwire up` in a session of its own, and returns when the stack is ready.
///
/// A pipe connects both processes. The stack writes a word to it when it is ready. If the pipe ends without the word,
/// the stack has failed. If the waiting command ends first (Ctrl-C), the stack detects that by the pipe and stops.
package struct DetachedStart {
    private static let readyWord = Array("ready\n".utf8)
    /// A stack that is not ready after a minute stops within half a minute; see ``SupervisorStateMachine``.
    private static let endsWithinMs: Int32 = 100_000
    /// The lines of log to show, which is enough to find the cause of a failed start.
    private static let lastLinesMax = 30
    private static let lastBytesMax = 16_384
    /// The number of the pipe in the new process, after the three standard descriptors.
    private static let readyDescriptor = 3

    package let options: StackOptions
    package let console: Console

    package init(options: StackOptions, console: Console) {
        self.options = options
        self.console = console
    }

    /// Starts the stack.
    ///
    /// - Throws: `CommandFailure` if the stack does not get ready.
    package func run() throws(CommandFailure) {
        // Checks here, so that the user sees the error. The stack acquires the lock and the address again.
        try Preflight(options: options).run(console).listeners.closeAll()
        try Preflight.makePrivateDirectory(options.data.log)
        let logPath = "\(options.data.log)/mealwire.log"
        let log = open(logPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard log >= 0, null >= 0 else { throw CommandFailure("Cannot write \(logPath): \(systemReason()).") }
        let logBegin = lseek(log, 0, SEEK_END)
        let pipe = try Descriptors.pipe()
        let request = SpawnRequest(
            path: try StackOptions.ownPath(),
            arguments: arguments,
            environment: ProcessInfo.processInfo.environment,
            descriptors: [null, log, log, pipe.write],
            standing: .ownSession
        )
        let supervisor = try request.start()
        for descriptor in [log, null, pipe.write] { close(descriptor) }
        guard Self.isReady(pipe.read) else {
            kill(supervisor, SIGTERM)
            console.write(Self.lastLines(of: logPath, from: Int(logBegin)))
            throw CommandFailure("The stack did not get ready; its log is \(logPath).")
        }
        console.write(
            options.greeting(stop: "Its log is \(logPath); `scripts/down --data \(options.data.path)` stops it.")
        )
    }

    /// Tells the waiting command through its pipe that the stack is ready, and closes the pipe.
    static func announceReady(on descriptor: Int32) {
        _ = write(descriptor, readyWord, readyWord.count)
        close(descriptor)
    }

    private var arguments: [String] {
        let values = [
            "--data", options.data.path, "--host", options.host, "--port", "\(options.port)",
            "--calculators", "\(options.calculators)", "--executables", options.executables,
            "--ready-descriptor", "\(Self.readyDescriptor)",
        ]
        return ["up"] + values + (options.standby ? ["--standby"] : []) + (options.mdp ? ["--mdp"] : [])
            + (options.debug ? ["--debug"] : []) + (options.demo ? ["--demo"] : [])
            + (options.bridgeEndpoint.map { ["--bridge-listen", $0] } ?? [])
            + options.omitted.flatMap { ["--without", $0.rawValue] }
            + (options.bridgeMajordomoEndpoint.map { ["--bridge-mdp-listen", $0] } ?? [])
            + (options.https?.arguments ?? [])
    }

    /// Waits for the word, and returns false if the pipe ends without it.
    private static func isReady(_ descriptor: Int32) -> Bool {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&interest, 1, endsWithinMs) == 1 else { return false }
        var buffer = [UInt8](repeating: 0, count: readyWord.count)
        // The word is so short that it is written and read at once.
        return read(descriptor, &buffer, buffer.count) == readyWord.count && buffer == readyWord
    }

    /// Returns the last lines that this start has added to the log.
    private static func lastLines(of path: String, from begin: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        lseek(descriptor, max(begin, size - lastBytesMax), SEEK_SET)
        var buffer = [UInt8](repeating: 0, count: lastBytesMax)
        let count = read(descriptor, &buffer, buffer.count)
        let lines = buffer.prefix(max(count, 0)).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
        return lines.suffix(lastLinesMax).flatMap { JSONLine.readable(Array($0)) + [UInt8(ascii: "\n")] }
    }
}
