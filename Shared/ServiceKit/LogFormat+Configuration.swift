package import Configuration
package import Observability

#if canImport(Glibc)
import Glibc
#endif

extension LogFormat {
    /// Chooses the format by the output.
    private static let automatic = "auto"

    /// Reads the configured format.
    ///
    /// - Throws: `ConfigurationFailure` for an unknown format.
    package init(_ reader: ConfigReader) throws(ConfigurationFailure) {
        try self.init(reader.string(forKey: ConfigKey(Self.key)), isTerminal: isatty(STDERR_FILENO) == 1)
    }

    /// Parses a format; nil and `auto` choose text on a terminal and JSON otherwise.
    ///
    /// - Throws: `ConfigurationFailure` for an unknown format.
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
