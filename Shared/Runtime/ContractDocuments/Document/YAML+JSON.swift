/// The same documents as JSON.
extension YAML {
    /// The JSON text, without line breaks and with keys in the order of the document.
    package var json: String {
        var text = ""
        writeJSON(to: &text, indent: nil)
        return text
    }

    /// The JSON text in lines, indented by two spaces.
    package var readableJSON: String {
        var text = ""
        writeJSON(to: &text, indent: "")
        return text
    }

    private func writeJSON(to text: inout String, indent: String?) {
        switch self {
        case .string(let value): text += Self.quoted(value)
        case .integer(let value): text += String(value)
        case .number(let value): text += "\(value)"
        case .boolean(let value): text += String(value)
        case .null: text += "null"
        case .list(let items):
            Self.write(items, between: ("[", "]"), to: &text, indent) { $0.writeJSON(to: &$1, indent: $2) }
        case .map(let entries):
            Self.write(entries, between: ("{", "}"), to: &text, indent) { entry, text, indent in
                text += Self.quoted(entry.key) + (indent == nil ? ":" : ": ")
                entry.value.writeJSON(to: &text, indent: indent)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item],
        between brackets: (String, String),
        to text: inout String,
        _ indent: String?,
        _ write: (Item, inout String, String?) -> Void
    ) {
        text += brackets.0
        let inner = indent.map { $0 + "  " }
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            if let inner { text += "\n" + inner }
            write(item, &text, inner)
        }
        if let indent, !items.isEmpty { text += "\n" + indent }
        text += brackets.1
    }

    /// Quotes a text by RFC 8259.
    private static func quoted(_ value: String) -> String {
        var quoted = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
