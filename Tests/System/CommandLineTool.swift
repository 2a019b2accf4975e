import Foundation

/// Runs of the real `mealwire`, and of other executables.
enum CommandLineTool {
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs it to its end.
    static func run(_ arguments: [String], of executable: String = "mealwire") throws -> Outcome {
        let (process, output, errors) = (process(arguments, executable), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Errors are a line, which a pipe holds; so reading one after the other cannot block.
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: String(decoding: printed, as: UTF8.self),
            errors: String(decoding: complaints, as: UTF8.self)
        )
    }

    /// Starts it, runs the body beside it, and stops it if it still runs then.
    static func beside(
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
