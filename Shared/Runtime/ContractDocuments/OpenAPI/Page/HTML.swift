/// Text as HTML.
enum HTML {
    /// Escapes a text for content and for attributes in double quotes.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A sentence with code in backticks.
    static func sentence(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset % 2 == 1 ? code(String($0.element)) : escaped(String($0.element)) }
            .joined()
    }

    static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

    static func link(_ target: String, _ html: String) -> String { "<a href=\"\(escaped(target))\">\(html)</a>" }

    /// A block of code, which scrolls if it is wide; keyboards reach it.
    static func block(_ text: String, label: String) -> String {
        "<pre tabindex=\"0\" role=\"region\" aria-label=\"\(escaped(label))\"><code>\(escaped(text))</code></pre>\n"
    }

    /// A table that scrolls if it is wide.
    ///
    /// - Parameters:
    ///   - label: What the table lists, for screen readers.
    ///   - head: The names of the columns.
    ///   - rows: The cells as HTML; the first of each row is its head.
    /// - Returns: The table.
    static func table(_ label: String, _ head: [String], _ rows: [[String]]) -> String {
        let names = head.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
        let lines = rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == 0 ? "<th scope=\"row\">\(cell)</th>" : "<td>\(cell)</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        return """
            <div class="wide" tabindex="0" role="region" aria-label="\(escaped(label))"><table>
            <thead><tr>\(names)</tr></thead>
            <tbody>
            \(lines.joined())</tbody></table></div>

            """
    }
}
