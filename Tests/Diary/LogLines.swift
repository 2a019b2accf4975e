import Logging
import Synchronization

/// Stores log lines.
final class LogLines: Sendable {
    struct Line {
        let level: Logger.Level
        let message: String
        let metadata: [String: String]
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).mapValues { "\($0)" }
            lines.add(Line(level: event.level, message: "\(event.message)", metadata: metadata))
        }
    }

    private let lines = Mutex<[Line]>([])

    var all: [Line] { lines.withLock { $0 } }
    var handler: any LogHandler { Handler(lines: self) }

    private func add(_ line: Line) { lines.withLock { $0.append(line) } }
}
