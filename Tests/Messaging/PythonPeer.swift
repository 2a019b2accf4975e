import Foundation

/// A peer of another making: a script in Python, on libzmq.
enum PythonPeer {
    /// Far more than a script takes on a busy machine, and less than a suite's limit.
    private static let secondsMax = 40

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers")

    /// Runs a script to its end.
    ///
    /// - Parameters:
    ///   - script: Its file in `Peers`.
    ///   - arguments: Its arguments.
    /// - Returns: Its exit status and what it printed.
    /// - Throws: what kept it from running.
    static func run(_ script: String, _ arguments: [String]) async throws -> (Int32, String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments  // Children of a test inherit that SIGTERM is blocked.
        = ["timeout", "-s", "KILL", "\(secondsMax)", "python3", directory.appending(path: script).path()] + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                let output = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
                continuation.resume(returning: (process.terminationStatus, output))
            }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
