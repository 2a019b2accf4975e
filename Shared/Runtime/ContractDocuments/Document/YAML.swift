/// The subset of YAML 1.2 that documents need: ordered maps, lists, strings, numbers, booleans, null.
package indirect enum YAML: Equatable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Maximum length of a list written in one line, in bytes; with the deepest indentation a line has about 100
    /// characters.
    private static let shortLengthMax = 80

    /// A key of a map and its value.
    package struct Entry: Equatable, Sendable {
        package var key: String
        package var value: YAML

        package init(_ key: String, _ value: YAML) {
            self.key = key
            self.value = value
        }
    }

    case string(String)
    case integer(Int)
    /// A finite number that is not whole; ``double(_:)`` makes it.
    case number(Double)
    case boolean(Bool)
    case null
    case list([YAML])
    case map([Entry])

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: YAML...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, YAML)...) { self = .map(elements.map(Entry.init)) }

    /// A number, as an integer if it is whole.
    package static func double(_ value: Double) -> YAML { Int(exactly: value).map(YAML.integer) ?? .number(value) }

    /// A reference to another part of the document.
    static func reference(_ path: String...) -> YAML {
        ["$ref": .string((["#"] + path).joined(separator: "/"))]
    }

    /// The YAML text; each line is terminated.
    package var text: String {
        var lines: [String] = []
        write(to: &lines, indent: "")
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(to lines: inout [String], indent: String) {
        switch self {
        case .map(let entries):
            for entry in entries {
                let key = indent + Self.scalar(entry.key) + ":"
                if let inline = entry.value.inline {
                    lines.append("\(key) \(inline)")
                } else {
                    lines.append(key)
                    entry.value.write(to: &lines, indent: indent + "  ")
                }
            }
        case .list(let items):
            for item in items {
                if let inline = item.inline {
                    lines.append("\(indent)- \(inline)")
                } else {
                    let start = lines.count
                    item.write(to: &lines, indent: indent + "  ")
                    lines[start] = indent + "- " + lines[start].dropFirst(indent.count + 2)
                }
            }
        case .string, .integer, .number, .boolean, .null: lines.append(indent + (inline ?? ""))
        }
    }

    /// The text that fits after a key or a dash; nil if the value needs lines of its own.
    private var inline: String? {
        switch self {
        case .string(let text): Self.scalar(text)
        case .integer(let number): String(number)
        case .number(let number): Self.decimal(number)
        case .boolean(let flag): String(flag)
        case .null: "null"
        case .list(let items):
            if items.isEmpty {
                "[]"
            } else {
                shortList(items)
            }
        case .map(let entries): entries.isEmpty ? "{}" : nil
        }
    }

    /// A number with a point, without which readers of YAML 1.1 take `1e-05` for a text.
    private static func decimal(_ number: Double) -> String {
        let text = "\(number)"
        guard let exponent = text.firstIndex(of: "e"), !text.contains(".") else { return text }
        return "\(text[..<exponent]).0\(text[exponent...])"
    }

    /// A short list of strings in one line; nil if it is too long.
    private func shortList(_ items: [YAML]) -> String? {
        let texts = items.compactMap { if case .string(let text) = $0 { Self.scalar(text) } else { nil } }
        let line = "[" + texts.joined(separator: ", ") + "]"
        return texts.count == items.count && line.utf8.count <= Self.shortLengthMax ? line : nil
    }

    /// A plain scalar where that is unambiguous, otherwise a double-quoted one with JSON's escapes.
    private static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.first.map { isLetter($0) || $0 == UInt8(ascii: "$") } == true
            && text.utf8.dropFirst().allSatisfy { isLetter($0) || isDigit($0) || "-._/ ()".utf8.contains($0) }
            && text.utf8.last != UInt8(ascii: " ")
            && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        guard !isPlain else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
