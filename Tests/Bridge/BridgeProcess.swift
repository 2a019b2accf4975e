import Foundation
import ServiceKit
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A process of the bridge's executable.
final class BridgeProcess {
    private let process = Process()

    /// Starts a bridge, with the keys of a fixture.
    ///
    /// - Parameters:
    ///   - fixture: The hosts.
    ///   - isFar: Whether it is the far bridge, which connects; otherwise the near one, which listens.
    ///   - descriptorsMax: The limit of descriptors; nil for the system's limit.
    ///   - arguments: Further arguments.
    /// - Throws: An error if the executable does not exist.
    init(_ fixture: BridgeFixture, isFar: Bool = false, descriptorsMax: Int? = nil, _ arguments: [String] = []) throws {
        let (data, keys) = isFar ? (fixture.far, fixture.farKeys) : (fixture.near, fixture.nearKeys)
        let manager = FileManager.default
        let directory = data.keys.directory
        try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data("\(keys.secretText)\n".utf8).write(to: URL(filePath: data.keys.secretPath("bridge")))
        chmod(data.keys.secretPath("bridge"), 0o600)
        try Data("\(fixture.nearKeys.publicKey)\n".utf8).write(to: URL(filePath: data.keys.publicPath("far-bridge")))
        let executable = CommandLineTool.executable("bridge").path
        let limit = descriptorsMax.map { "ulimit -n \($0) && " } ?? ""
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            ["-c", "\(limit)exec \"$0\" \"$@\"", executable, "--data", data.path, "--log-level", "error"]
            + [isFar ? "--connect" : "--listen", "\(fixture.address)"] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// The processor time that the process has used.
    var processorTime: Duration {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            // After the name in parentheses, the 12th and 13th fields are user and system time in ticks.
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            let ticks = fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
            return .milliseconds(ticks * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// The number of open descriptors.
    var descriptorCount: Int {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count
        }
    }

    var isRunning: Bool { process.isRunning }

    /// Changes the limit of descriptors while the process runs.
    func limitDescriptors(to count: Int) throws {
        let command = ["prlimit", "--pid", "\(process.processIdentifier)", "--nofile=\(count)"]
        let outcome = try CommandLineTool.run(tool: command)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    func send(_ signal: Int32) { process.send(signal) }

    /// Kills the process, and waits for its end.
    func stop() { process.kill() }
}
