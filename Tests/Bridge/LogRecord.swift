import Foundation
import Logging
import Synchronization

/// Records log lines for a test.
final class LogRecord: Sendable {
    private let recorded = Mutex<[String]>([])

    /// All lines, the oldest first.
    var lines: [String] { recorded.withLock { $0 } }
    /// A log handler that writes to this record.
    var handler: any LogHandler { Handler(record: self) }

    func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// Returns the number of lines that contain a text.
    func count(of text: String) -> Int { lines.count { $0.contains(text) } }

    private struct Handler: LogHandler {
        /// Whether lines are printed during a test, if `MEALWIRE_TEST_LOG` is set.
        private static let isShown = ProcessInfo.processInfo.environment["MEALWIRE_TEST_LOG"] != nil

        let record: LogRecord
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let fields = metadata.merging(event.metadata ?? [:]) { $1 }
                .map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
            let line = "\(event.level): \(event.message) \(fields)"
            if Self.isShown { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
            record.recorded.withLock { $0.append(line) }
        }
    }
}
