import Foundation

/// Runs a peer that is a Python script, with Debian's `python3-zmq`.
package enum PythonPeer {
    /// The timeout of a script: far more than it needs on a busy machine, and less than a suite's limit.
    private static let secondsMax = 40

    /// Debian's Python, which has Debian's packages; another interpreter in `PATH` may lack them.
    private static let interpreter = "/usr/bin/python3"

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers")

    /// Runs a script to its end.
    ///
    /// - Parameters:
    ///   - script: The name of the script in `Peers`.
    ///   - arguments: The arguments of the script.
    /// - Returns: The exit status and the output.
    /// - Throws: An error if the script cannot be started.
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

    /// Runs a script, and the body when the script is ready for it.
    ///
    /// - Parameters:
    ///   - script: The name of the script in `Peers`.
    ///   - arguments: The arguments of the script.
    ///   - line: The text that the script prints when it is ready. It then waits for the end of standard input.
    ///   - body: Runs once, after the script has printed the line.
    /// - Returns: The exit status and the output up to the line; the status is -1 if the line was not printed.
    /// - Throws: An error if the script cannot be started, or the error of the body.
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
        process.terminationHandler = { process in end.yield(process.terminationStatus) }
        try process.run()
        let reading = output.fileHandleForReading
        // Not `readabilityHandler`: libdispatch may trap when a handler is removed while the script ends.
        Thread.detachNewThread {
            while case let data = reading.availableData, !data.isEmpty {
                feed.yield(String(decoding: data, as: UTF8.self))
            }
            feed.finish()
        }
        var printed = ""
        for await text in lines {
            printed += text
            if printed.contains(line) { break }
        }
        let isReady = printed.contains(line)
        do {
            // Ends the script as well, even if the body throws.
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
        process.arguments  // SIGKILL, because children of a test inherit a blocked SIGTERM.
        = ["timeout", "-s", "KILL", "\(secondsMax)", interpreter, directory.appending(path: script).path()] + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        return (process, pipe)
    }
}
