import FoundationEssentials
package import Logging

/// A line of text for each message: time, level, label, metadata, module, message.
package struct LineLogHandler: LogHandler {
    /// One queue for all loggers of a process.
    private static let queue = LogQueue()

    package var logLevel = Logger.Level.info
    package var metadata = Logger.Metadata()
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String

    package init(label: String) { self.label = label }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        Self.queue.add(line(event))
    }

    /// Waits, for a moment, until what was logged is written.
    package static func flush() { queue.flush() }

    private func line(_ event: LogEvent) -> String {
        var fields = metadata
        if let provided = metadataProvider?.get() { fields.merge(provided) { _, new in new } }
        if let own = event.metadata { fields.merge(own) { _, new in new } }
        if let error = event.error { fields["error"] = "\(error)" }
        let text = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
        // A line break in what somebody sent must not look like a line of its own.
        let message = "\(event.message)".replacing("\n", with: "\\n")
        let head = "\(time) \(event.level) \(label):"
        let body = text.isEmpty ? "" : " \(text.replacing("\n", with: "\\n"))"
        return "\(head)\(body) [\(event.source)] \(message)\n"
    }
}
