import Foundation
package import Logging
import Synchronization

/// Records log lines.
///
/// With `MEALWIRE_TEST_LOG` in the environment, the lines are printed as well.
package final class LogRecorder: Sendable {
    package struct Line: Sendable, CustomStringConvertible {
        package let level: Logger.Level
        package let message: String
        /// The metadata of the line and of its logger.
        package let metadata: [String: String]

        /// `<level>: <message>` and the metadata as `<key>=<value>`, sorted by key.
        package var description: String {
            (["\(level): \(message)"] + metadata.map { "\($0.key)=\($0.value)" }.sorted()).joined(separator: " ")
        }
    }

    private static let isShown = ProcessInfo.processInfo.environment["MEALWIRE_TEST_LOG"] != nil

    private let recorded = Mutex<[Line]>([])
    private let level: Logger.Level

    /// - Parameter level: The lowest level to record.
    package init(from level: Logger.Level = .trace) { self.level = level }

    /// All lines, the oldest first.
    package var lines: [Line] { recorded.withLock { $0 } }
    package var warnings: [Line] { lines.filter { $0.level == .warning } }

    /// A logger that writes to this record.
    package var logger: Logger {
        let handler = Handler(recorder: self, logLevel: level)
        return Logger(label: "test") { _ in handler }
    }

    /// Returns whether a line contains a text.
    package func contains(_ text: some StringProtocol) -> Bool { count(of: text) > 0 }

    /// Returns the number of lines that contain a text.
    package func count(of text: some StringProtocol) -> Int { lines.count { $0.description.contains(text) } }

    private func add(_ line: Line) {
        if Self.isShown { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
        recorded.withLock { $0.append(line) }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
            recorder.add(Line(level: event.level, message: "\(event.message)", metadata: metadata))
        }
    }
}

extension Logger {
    /// A logger without output.
    package static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    /// A logger that prints errors.
    package static var errors: Logger {
        var logger = Logger(label: "test") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        return logger
    }
}
