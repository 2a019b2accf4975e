/// The lines of a report: file, line and reason.
package enum ReportLine {
    package static let header = "file,line,reason\n"

    /// Returns the line for a refused row.
    package static func text(_ position: RowPosition, _ reason: String) -> String {
        "\(field(position.file)),\(position.line),\(field(reason))\n"
    }

    /// Returns a text as a CSV field (RFC 4180).
    private static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { !quoted.contains($0) }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }

    private static let quoted: [UInt8] = Array(",\"\r\n".utf8)
}
