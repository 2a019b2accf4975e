import Contracts
import FoundationEssentials
package import Logging
import Synchronization

/// Writes a line for each message, as text or as JSON, with the id of the current request.
package struct LineLogHandler: LogHandler {
    /// One queue for all loggers of a process.
    private static let queue = LogQueue()
    /// What all log lines of a process share.
    private static let common = Mutex<(format: LogFormat, process: String?)>((.text, nil))

    package var logLevel = Logger.Level.info
    package var metadata = Logger.Metadata()
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String

    package init(label: String) { self.label = label }

    /// Sets the format of all lines from now on, and the name of the process that they show.
    package static func use(_ format: LogFormat, process: String) {
        // Created now, while descriptors and threads are available: the first line may report that there are none.
        _ = queue
        common.withLock { $0 = (format, process) }
    }

    /// The number of lines written since the start, by level, and the number of lines dropped.
    package static var metrics: LogMetrics { queue.metrics }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let (format, process) = Self.common.withLock { $0 }
        Self.queue.add(line(event, process).written(as: format), event.level)
    }

    /// Waits, for a limited time, until all logged lines are written.
    package static func flush() { queue.flush() }

    /// Formats a line about the log itself.
    static func written(_ level: Logger.Level, _ message: String) -> String {
        let (format, process) = common.withLock { $0 }
        return LogLine(time: Date(), level: level, logger: "log", process: process, message: message)
            .written(as: format)
    }

    private func line(_ event: LogEvent, _ process: String?) -> LogLine {
        var fields = metadata
        if let provided = metadataProvider?.get() { fields.merge(provided) { _, new in new } }
        if let own = event.metadata { fields.merge(own) { _, new in new } }
        if let error = event.error { fields["error"] = "\(error)" }
        let scope = RequestScope.current
        var texts = fields.mapValues { "\($0)" }
        let request = texts.removeValue(forKey: "request") ?? scope?.id.description
        return LogLine(
            time: Date(),
            level: event.level,
            logger: label,
            process: process,
            source: event.source,
            message: "\(event.message)",
            request: request,
            traceparent: scope?.traceparent,
            fields: texts
        )
    }
}
