/// Cuts what a process writes into lines.
package struct LineSplitter: Sendable {
    /// A line that is longer is cut, so that a process which never ends its line cannot fill our memory.
    package static let lineBytesMax = 16_384

    private static let newline = UInt8(ascii: "\n")
    private var rest: [UInt8] = []

    package init() {}

    /// Takes what was read and gives the lines that are complete by now, without their ends.
    package mutating func append(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var unread = bytes
        while let end = unread.firstIndex(of: Self.newline) {
            rest += unread[..<end]
            takePieces(into: &lines)
            lines.append(rest)
            rest = []
            unread = unread[(end + 1)...]
        }
        rest += unread
        takePieces(into: &lines)
        return lines
    }

    /// What is left when nothing more comes.
    package mutating func finish() -> [UInt8]? {
        defer { rest = [] }
        return rest.isEmpty ? nil : rest
    }

    private mutating func takePieces(into lines: inout [[UInt8]]) {
        while rest.count > Self.lineBytesMax {
            lines.append(Array(rest.prefix(Self.lineBytesMax)))
            rest.removeFirst(Self.lineBytesMax)
        }
    }
}
