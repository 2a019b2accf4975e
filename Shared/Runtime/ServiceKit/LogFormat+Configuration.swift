package import Observability
package import Settings

extension LogFormat {
    /// Chooses the format: for `auto` text on a terminal, and JSON otherwise.
    package init(_ choice: LogFormatChoice, isTerminal: Bool) {
        switch choice {
        case .text: self = .text
        case .json: self = .json
        case .auto: self = isTerminal ? .text : .json
        }
    }
}
