/// Formats JSON with one line for each value.
///
/// Only white space changes: the order of fields and the digits of numbers stay.
package enum PrettyJSON {
    private static let indent = "  "

    /// Returns the same JSON on several lines.
    package static func text(_ bytes: [UInt8]) -> String {
        var printer = Printer()
        for character in String(decoding: bytes, as: UTF8.self).unicodeScalars { printer.append(character) }
        return printer.text
    }

    private struct Printer {
        var text = ""
        private var depth = 0
        private var isInString = false
        private var isEscaped = false
        /// Whether a bracket was opened and is still empty; an empty pair stays on one line.
        private var isJustOpened = false

        mutating func append(_ character: Unicode.Scalar) {
            if isInString { return appendInString(character) }
            switch character {
            case " ", "\n", "\r", "\t": return
            case "}", "]":
                depth -= 1
                if !isJustOpened { breakLine() }
                isJustOpened = false
                text.unicodeScalars.append(character)
            default:
                if isJustOpened { breakLine() }
                isJustOpened = false
                appendOutside(character)
            }
        }

        private mutating func appendOutside(_ character: Unicode.Scalar) {
            text.unicodeScalars.append(character)
            switch character {
            case "\"": isInString = true
            case ",": breakLine()
            case ":": text += " "
            case "{", "[":
                depth += 1
                isJustOpened = true
            default: return
            }
        }

        private mutating func appendInString(_ character: Unicode.Scalar) {
            text.unicodeScalars.append(character)
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isInString = false
            }
        }

        private mutating func breakLine() {
            text += "\n" + String(repeating: PrettyJSON.indent, count: max(depth, 0))
        }
    }
}
