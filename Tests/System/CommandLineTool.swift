import Foundation

/// Runs the real `mealwire` or another executable.
enum CommandLineTool {
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs an executable until it exits.
    static func run(_ arguments: [String], of executable: String = "mealwire") throws -> Outcome {
        let (process, output, errors) = (process(arguments, executable), Pipe(), Pipe())
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
    static func whileRunning(
        _ arguments: [String],
        writingTo path: String,
        _ body: (Process) async throws -> Void
    ) async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let process = process(arguments)
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try process.run()
        defer {
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
        }
        try await body(process)
    }

    private static func process(_ arguments: [String], _ executable: String = "mealwire") -> Process {
        let process = Process()
        process.executableURL = StackFixture.executables.appendingPathComponent(executable)
        process.arguments = arguments
        return process
    }
}
