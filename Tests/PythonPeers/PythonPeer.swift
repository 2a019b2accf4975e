import Foundation

/// A peer of another making: a script in Python, on Debian's `python3-zmq`.
package enum PythonPeer {
    /// Far more than a script takes on a busy machine, and less than a suite's limit.
    private static let secondsMax = 40

    /// Debian's Python, which has Debian's packages; another one in `PATH` may lack them.
    private static let interpreter = "/usr/bin/python3"

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers")

    /// Runs a script to its end.
    ///
    /// - Parameters:
    ///   - script: Its file in `Peers`.
    ///   - arguments: Its arguments.
    /// - Returns: Its exit status and what it printed.
    /// - Throws: What kept it from running.
    package static func run(_ script: String, _ arguments: [String]) async throws -> (Int32, String) {
        let (process, pipe) = make(script, arguments)
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

    /// Runs a script, and the body in the middle of it.
    ///
    /// - Parameters:
    ///   - script: Its file in `Peers`.
    ///   - arguments: Its arguments.
    ///   - line: What the script prints when it is ready for the body; it then waits for the end of standard input.
    ///   - body: Runs once, if the script says so.
    /// - Returns: Its exit status, -1 if it never said the line, and what it printed until then.
    /// - Throws: What kept it from running, or what the body throws.
    package static func run(
        _ script: String,
        _ arguments: [String],
        whenItSays line: String,
        _ body: @Sendable () async throws -> Void
    ) async throws -> (Int32, String) {
        let (process, output) = make(script, arguments)
        let input = Pipe()
        process.standardInput = input
        let (lines, feed) = AsyncStream.makeStream(of: String.self)
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        output.fileHandleForReading.readabilityHandler = { handle in
            feed.yield(String(decoding: handle.availableData, as: UTF8.self))
        }
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            feed.finish()
        }
        try process.run()
        var printed = ""
        for await text in lines {
            printed += text
            if printed.contains(line) { break }
        }
        output.fileHandleForReading.readabilityHandler = nil
        let isReady = printed.contains(line)
        do {
            // Ends the script, too, whatever the body does.
            defer { try? input.fileHandleForWriting.close() }
            if isReady { try await body() }
        }
        let status = await ends.first { _ in true } ?? -1
        return (isReady ? status : -1, printed)
    }

    private static func make(_ script: String, _ arguments: [String]) -> (Process, Pipe) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments  // Children of a test inherit that SIGTERM is blocked.
        = ["timeout", "-s", "KILL", "\(secondsMax)", interpreter, directory.appending(path: script).path()] + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        return (process, pipe)
    }
}
