import Foundation

/// The text of a message, in the simplest transfer encoding that can represent it (RFC 2045 §6).
struct MailBody: Sendable {
    /// The transfer encoding of the text.
    enum Encoding: String, Sendable {
        case plain = "7bit"
        case quotedPrintable = "quoted-printable"
        case base64 = "base64"
    }

    /// RFC 5322 §2.1.1: maximum length of a line, in bytes without its end.
    private static let lineMax = 998
    /// RFC 2045 §6.7 and §6.8: maximum length of an encoded line.
    private static let encodedLineMax = 76

    let encoding: Encoding
    /// The encoded text; lines end with a line feed, as `sendmail` and maildirs require.
    let text: String

    init(_ text: String) {
        let lines = Self.lines(of: text)
        if lines.allSatisfy(Self.isPlain) {
            (encoding, self.text) = (.plain, lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined())
            return
        }
        let quoted = lines.map { Self.quotedPrintable($0) + "\n" }.joined()
        let base64 = Self.base64(lines)
        (encoding, self.text) =
            quoted.utf8.count <= base64.utf8.count ? (.quotedPrintable, quoted) : (.base64, base64)
    }

    /// Splits a text into lines, with any kind of line end; a final line end begins no further line.
    private static func lines(of text: String) -> [[UInt8]] {
        let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        if lines.last == [] { lines.removeLast() }
        return lines
    }

    /// Returns whether mail programs transport a line unchanged.
    ///
    /// They may take a lone dot for the end of the message, and `From ` for the start of another one. They may also
    /// strip white space at the end of a line.
    private static func isPlain(_ line: [UInt8]) -> Bool {
        line.count <= lineMax && line.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }
            && line != [UInt8(ascii: ".")] && !line.starts(with: Array("From ".utf8))
            && line.last != 0x20 && line.last != 0x09
    }

    private static func quotedPrintable(_ line: [UInt8]) -> String {
        var lines = [""]
        for (index, byte) in line.enumerated() {
            let piece = piece(byte, at: index, of: line)
            // One column is reserved for the `=` of a soft line break.
            if lines[lines.count - 1].utf8.count + piece.utf8.count > encodedLineMax - 1 { lines.append("") }
            lines[lines.count - 1] += piece
        }
        return lines.joined(separator: "=\n")
    }

    private static func piece(_ byte: UInt8, at index: Int, of line: [UInt8]) -> String {
        let isLast = index == line.count - 1
        let isMistakable =
            index == 0 && (line == [UInt8(ascii: ".")] || line.starts(with: Array("From ".utf8)))
        let isSpace = byte == 0x20 || byte == 0x09
        let isPrintable = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
        if !isMistakable, isPrintable || (isSpace && !isLast) { return String(UnicodeScalar(byte)) }
        let digits = String(byte, radix: 16, uppercase: true)
        return "=\(digits.count == 1 ? "0" : "")\(digits)"
    }

    /// Encodes the lines; within base64, lines of text end with CR and LF (RFC 2046 §4.1.1).
    private static func base64(_ lines: [[UInt8]]) -> String {
        let bytes = lines.flatMap { $0 + Array("\r\n".utf8) }
        return Data(bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]) + "\n"
    }
}
