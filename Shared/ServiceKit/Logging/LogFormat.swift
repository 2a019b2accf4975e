package import Configuration

#if canImport(Glibc)
import Glibc
#endif

/// How lines of the log look.
package enum LogFormat: String, Sendable, CaseIterable {
    /// For people: time, level and logger, then what is to be known.
    case text
    /// For programs: an object of JSON to a line.
    case json

    /// The configuration key: `text`, `json` or `auto`, which is text where a terminal reads it, and JSON otherwise.
    package static let key = "log.format"
    /// The same key in the environment.
    package static let environmentKey = "MEALWIRE_LOG_FORMAT"
    private static let automatic = "auto"

    /// What is configured.
    ///
    /// - Throws: `ConfigurationFailure` for what is no format.
    package init(_ reader: ConfigReader) throws(ConfigurationFailure) {
        try self.init(reader.string(forKey: ConfigKey(Self.key)), isTerminal: isatty(STDERR_FILENO) == 1)
    }

    /// What somebody asks for, if they do, in front of who reads it.
    ///
    /// - Throws: `ConfigurationFailure` for what is no format.
    package init(_ text: String?, isTerminal: Bool) throws(ConfigurationFailure) {
        switch text {
        case .none, .some(Self.automatic): self = isTerminal ? .text : .json
        case .some(let text):
            guard let format = LogFormat(rawValue: text) else {
                throw ConfigurationFailure(Self.key, text, "text, json or auto")
            }
            self = format
        }
    }
}
