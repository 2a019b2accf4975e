/// Lines of the report: a row that was not taken, where it stands, and why.
package enum ReportLine {
    package static let header = "file,line,reason\n"

    /// A row that was not taken.
    package static func text(_ place: RowPlace, _ reason: String) -> String {
        "\(field(place.file)),\(place.line),\(field(reason))\n"
    }

    /// A text as a field of CSV (RFC 4180).
    private static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { !quoted.contains($0) }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }

    private static let quoted: [UInt8] = Array(",\"\r\n".utf8)
}
