import Contracts
import FoundationEssentials
package import Logging
import Observability
import ServiceKit

/// Lines of processes for programs that read them: each line is a JSON object, whatever the process wrote.
package enum JSONLine {
    /// Returns a line that is an object as it is, and wraps any other line in an object of the given level.
    package static func line(_ bytes: [UInt8], level: Logger.Level, of process: String) -> [UInt8] {
        if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") { return bytes + [UInt8(ascii: "\n")] }
        return line(String(decoding: bytes, as: UTF8.self), level: level, of: process)
    }

    /// Returns a sentence as an object.
    package static func line(_ sentence: String, level: Logger.Level, of process: String) -> [UInt8] {
        let line = LogLine(time: Date(), level: level, logger: process, message: sentence)
        return Array(line.written(as: .json).utf8)
    }

    private struct Shown: Decodable {
        var time: String
        var level: String
        var logger: String
        var message: String
        var metadata: [String: String]?
    }

    /// Returns a line of a log file as text for the terminal; a line that is no log object stays as it is.
    package static func readable(_ bytes: [UInt8]) -> [UInt8] {
        // Other programs write lines of their own into the same output.
        guard let line = try? PayloadCoder.decodeReply(Shown.self, from: bytes) else { return bytes }
        let fields = (line.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return Array("\(line.time) \(line.level) \(line.logger):\(fields) \(line.message)".utf8)
    }
}

/// Puts the name of a process before each of its lines, padded to equal width, and coloured if possible.
package struct LinePrefix: Sendable {
    /// Colours that are distinct on dark and light backgrounds, without red, which suggests an error.
    private static let colours = [36, 33, 32, 35, 34, 96, 93, 92, 95, 94]

    private let prefixes: [[UInt8]]

    package init(names: [String], colour: Bool) {
        let width = names.map(\.count).max() ?? 0
        prefixes = names.enumerated().map { index, name in
            let text = name + String(repeating: " ", count: width - name.count) + " | "
            let code = Self.colours[index % Self.colours.count]
            return Array((colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text).utf8)
        }
    }

    /// Returns a line with its prefix and its line feed.
    package func line(_ text: [UInt8], of index: Int) -> [UInt8] {
        prefixes[index] + text + [UInt8(ascii: "\n")]
    }
}

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
