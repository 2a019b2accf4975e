/// Formats tables for a terminal.
package enum TextTable {
    /// Returns lines of cells, with every column as wide as its widest cell.
    ///
    /// - Parameters:
    ///   - lines: The rows, titles first; a row may have fewer cells than the titles.
    ///   - textColumns: The number of text columns; the remaining ones are right-aligned numbers.
    /// - Returns: The lines without trailing spaces.
    package static func text(_ lines: [[String]], textColumns: Int) -> String {
        let widths = (lines.first ?? []).indices.map { column in
            lines.compactMap { column < $0.count ? $0[column].count : nil }.max() ?? 0
        }
        return lines.map { line($0, widths, textColumns) }.joined(separator: "\n")
    }

    private static func line(_ cells: [String], _ widths: [Int], _ textColumns: Int) -> String {
        let padded = cells.enumerated().map { column, cell in
            let space = String(repeating: " ", count: widths[column] - cell.count)
            return column < textColumns ? cell + space : space + cell
        }
        var line = padded.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Returns a time with a short unit: `812 µs`, `12.3 ms`, `4.0 s`.
    package static func time(microseconds: Int) -> String {
        switch microseconds {
        case ..<1_000: "\(microseconds) µs"
        case ..<1_000_000: "\(microseconds / 1_000).\(microseconds % 1_000 / 100) ms"
        default: "\(microseconds / 1_000_000).\(microseconds % 1_000_000 / 100_000) s"
        }
    }
}
