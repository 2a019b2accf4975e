import Contracts
import Foundation
import TestSupport
import Testing

/// What users do through the gateway.
///
/// System tests stand in three groups, which run side by side. In each group one stack runs after the other: a test
/// mostly waits for its processes, and three stacks at once keep two processors busy.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum SystemTests {}

/// Kills, freezes, full disks, damaged files and bad input.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum SystemFaultTests {}

/// Commands of `mealwire`, and what operators configure.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum SystemCommandTests {}

/// Runs the real executables on a data directory and a port of their own.
final class StackFixture {
    static let services = ServiceName.all.map(\.rawValue)
    /// The services with a database, which is a file of the same name.
    static let databases = ServiceName.withDatabase.map(\.rawValue)
    /// A route of each service with a database that works without the other services.
    static let routes = Dictionary(
        uniqueKeysWithValues: ServiceDescription.all.compactMap { service in
            service.probePath.map { (service.name.rawValue, $0) }
        }
    )

    private let temporary: TemporaryDirectory
    /// Logs of processes that a test reads.
    private let logs: TemporaryDirectory
    private var recorded: Set<String> = []
    /// The data directory.
    let directory: String
    let port: Int
    let http: HTTPClient
    /// Whether a second broker, `broker-2`, runs as a standby.
    let hasStandby: Bool
    private var arguments: [String: [String]] = [:]
    /// The port of a second gateway, which a test starts as `gateway-2`.
    private let secondPort: Int
    private var processes: [String: Process] = [:]

    /// Runs the body beside a stack that is ready, and removes the stack afterwards.
    ///
    /// - Parameters:
    ///   - standby: Whether a second broker runs as a standby.
    ///   - directory: An existing data directory; nil for a new one.
    ///   - recorded: Processes with a log that the test reads; those of others go to the output of the tests.
    ///   - arguments: Additional arguments of processes by name, made from the data directory.
    ///   - body: The test.
    /// - Throws: The test's error, or an error of the stack's start.
    static func run(
        standby: Bool = false,
        directory: String? = nil,
        recordingLogsOf recorded: Set<String> = [],
        arguments: (String) throws -> [String: [String]] = { _ in [:] },
        _ body: (StackFixture) async throws -> Void
    ) async throws {
        let stack = try StackFixture(standby: standby, directory: directory)
        defer { stack.stop() }
        stack.arguments = try arguments(stack.directory)
        stack.recorded = recorded
        try stack.startAll()
        try await stack.waitUntilReady()
        try await body(stack)
    }

    private init(standby: Bool, directory: String?) throws {
        hasStandby = standby
        temporary = try TemporaryDirectory()
        logs = try TemporaryDirectory()
        self.directory = directory ?? temporary.path
        port = Int(try PlainSocket.freePort())
        secondPort = Int(try PlainSocket.freePort())
        http = HTTPClient(port: port)
        try FileManager.default.createDirectory(
            atPath: "\(self.directory)/run",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        if directory == nil { try FilledCatalog.copy(into: self.directory) }
    }

    func startAll() throws {
        let brokers = hasStandby ? ["broker", "broker-2"] : ["broker"]
        for name in brokers + ["gateway"] + Self.services { try start(name) }
    }

    func start(_ name: String) throws {
        let process = CommandLineTool.process(
            ["--data", directory, "--log-level", "error"],
            of: name.replacing("-2", with: "")
        )
        if hasStandby { process.arguments? += ["--brokers", "2"] }
        if name == "broker-2" { process.arguments? += ["--number", "2"] }
        if name == "gateway" { process.arguments? += ["--port", "\(port)"] }
        process.arguments? += arguments[name] ?? []
        if name == "gateway-2" { process.arguments? += ["--port", "\(secondPort)"] }
        process.standardOutput = FileHandle.nullDevice
        if recorded.contains(name) {
            try logs.write(name, "")
            process.standardError = try FileHandle(forWritingTo: logs.url.appending(path: name))
        }
        try process.run()
        processes[name] = process
    }

    /// Starts a second gateway, and waits until it is ready.
    func startSecondGateway() async throws -> HTTPClient {
        try start("gateway-2")
        let http = HTTPClient(port: secondPort)
        try await eventually("the second gateway is ready", is: 200) { try await http.get("/health/ready").status }
        return http
    }

    /// Returns what a process with a recorded log has logged since its last start.
    func log(of name: String) throws -> String { try String(contentsOfFile: logs.file(name), encoding: .utf8) }

    /// Ends a process with SIGKILL.
    func kill(_ name: String) throws {
        let running = processes.removeValue(forKey: name)
        try #require(running).kill()
    }

    /// Terminates a process with SIGTERM, and waits for its exit.
    func end(_ name: String) throws {
        let running = processes.removeValue(forKey: name)
        try #require(running).end()
    }

    /// Copies a file of the data directory over another file there.
    func copy(_ name: String, to other: String) throws {
        try Data(contentsOf: url(name)).write(to: url(other))
    }

    /// Creates an empty file in the data directory.
    func write(_ name: String) throws { try Data().write(to: url(name)) }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }

    /// Returns the files of the data directory with names that begin with a prefix.
    func files(beginningWith prefix: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix(prefix) }.map(url)
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(directory)/\(name)") }

    /// Stops a process with SIGSTOP, or continues it with SIGCONT.
    func freeze(_ name: String, _ isFrozen: Bool) throws {
        try #require(processes[name]).send(isFrozen ? SIGSTOP : SIGCONT)
    }

    /// Returns whether a process that was not killed still runs.
    func isRunning(_ name: String) -> Bool { processes[name]?.isRunning ?? false }

    var names: [String] { Array(processes.keys) }

    /// Returns the peak resident memory of a process, in MiB.
    func peakMemoryMiB(of name: String) throws -> Int {
        let process = try #require(processes[name])
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) / 1_024
    }

    func waitUntilReady() async throws {
        try await eventually("the stack is ready", is: 200) { try await http.get("/health/ready").status }
    }

    private func stop() {
        for process in processes.values { process.send(SIGCONT) }
        // The broker last: the other processes deregister from it.
        for (name, process) in processes.sorted(by: { $0.key != "broker" && $1.key == "broker" }) {
            process.terminate()
            if name == "broker" { process.waitUntilExit() }
        }
        for process in processes.values { process.waitUntilExit() }
        temporary.remove()
        logs.remove()
    }

    /// A command that was refused, with its message.
    struct Refusal: Error {
        let reason: String
    }
}
