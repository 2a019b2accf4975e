package import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Runs executables of this package, and tools of the system.
package enum CommandLineTool {
    package struct Outcome {
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// Runs an executable of this package until it exits, with variables added to the environment.
    package static func run(
        _ arguments: [String],
        of executable: String = "mealwire",
        environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = Self.process(arguments, of: executable)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return try run(process)
    }

    /// Runs a tool of the system, found in `PATH`, until it exits.
    ///
    /// - Parameters:
    ///   - command: The name and the arguments.
    ///   - input: The standard input; it must fit into a pipe, which holds 64 KiB.
    /// - Returns: The outcome.
    /// - Throws: An error if the tool cannot be started.
    package static func run(tool command: [String], input: [UInt8] = []) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardInput = pipe
        try pipe.fileHandleForWriting.write(contentsOf: Data(input))
        try pipe.fileHandleForWriting.close()
        return try run(process)
    }

    private static func run(_ process: Process) throws -> Outcome {
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // At most a few lines of errors are expected, which fit into the pipe; reading one pipe after the other cannot
        // block.
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let printedErrors = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: String(decoding: printed, as: UTF8.self),
            errors: String(decoding: printedErrors, as: UTF8.self)
        )
    }

    /// Starts `mealwire`, runs the body while it runs, and terminates it afterwards if necessary.
    package static func whileRunning(
        _ arguments: [String],
        writingTo path: String,
        _ body: (Process) async throws -> Void
    ) async throws {
        try Data().write(to: URL(filePath: path))
        let process = process(arguments)
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: path))
        try process.run()
        defer { process.end() }
        try await body(process)
    }

    /// Returns a process of an executable of this package, which is not started.
    package static func process(_ arguments: [String], of executable: String = "mealwire") -> Process {
        let process = Process()
        process.executableURL = Self.executable(executable)
        process.arguments = arguments
        return process
    }

    /// Returns an executable of this package; `swift build` puts them beside the test bundle.
    package static func executable(_ name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name)
    }
}

extension Process {
    /// Sends a signal.
    package func send(_ signal: Int32) { Glibc.kill(processIdentifier, signal) }

    /// Terminates the process with SIGTERM if it runs, and waits for its exit.
    package func end() {
        if isRunning { terminate() }
        waitUntilExit()
    }

    /// Ends the process with SIGKILL, and waits for its exit.
    package func kill() {
        send(SIGKILL)
        waitUntilExit()
    }

    /// Waits for the exit without blocking the thread; returns the exit status.
    package func status() async throws -> Int32 {
        try await eventually("process \(processIdentifier) ends") { !isRunning }
        return terminationStatus
    }
}
