/// Splits the output of a process into lines.
package struct LineSplitter: Sendable {
    /// Longer lines are cut, so that a process without line feeds cannot exhaust the supervisor's memory.
    package static let lineBytesMax = 16_384

    private static let newline = UInt8(ascii: "\n")
    private var rest: [UInt8] = []

    package init() {}

    /// Appends bytes and returns the lines that are now complete, without their line feeds.
    package mutating func append(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var unread = bytes
        while let end = unread.firstIndex(of: Self.newline) {
            rest += unread[..<end]
            cutLongLines(into: &lines)
            lines.append(rest)
            rest = []
            unread = unread[(end + 1)...]
        }
        rest += unread
        cutLongLines(into: &lines)
        return lines
    }

    /// Returns the incomplete last line at the end of the output.
    package mutating func finish() -> [UInt8]? {
        defer { rest = [] }
        return rest.isEmpty ? nil : rest
    }

    private mutating func cutLongLines(into lines: inout [[UInt8]]) {
        while rest.count > Self.lineBytesMax {
            lines.append(Array(rest.prefix(Self.lineBytesMax)))
            rest.removeFirst(Self.lineBytesMax)
        }
    }
}
