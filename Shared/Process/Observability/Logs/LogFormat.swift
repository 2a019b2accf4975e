/// The format of log lines.
package enum LogFormat: String, Sendable, CaseIterable {
    /// For people: time, level and logger, then metadata and message.
    case text
    /// For programs: a JSON object per line.
    case json
}
