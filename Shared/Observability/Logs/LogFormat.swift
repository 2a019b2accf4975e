/// The format of log lines.
package enum LogFormat: String, Sendable, CaseIterable {
    /// For people: time, level and logger, then metadata and message.
    case text
    /// For programs: a JSON object per line.
    case json

    /// The configuration key: `text`, `json` or `auto`, which is text on a terminal and JSON otherwise.
    package static let key = "log.format"
    /// The environment variable of the same setting.
    package static let environmentKey = "MEALWIRE_LOG_FORMAT"
}
