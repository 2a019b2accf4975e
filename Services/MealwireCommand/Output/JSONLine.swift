import Contracts
import FoundationEssentials
package import Logging
import ServiceKit

/// Lines of processes for programs that read them: each line is a JSON object, whatever the process wrote.
package enum JSONLine {
    /// Returns a line that is an object as it is, and wraps any other line in an object at level error.
    package static func line(_ bytes: [UInt8], of process: String) -> [UInt8] {
        if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") { return bytes + [UInt8(ascii: "\n")] }
        return line(String(decoding: bytes, as: UTF8.self), level: .error, of: process)
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
        guard let line = try? PayloadCoder.decodeReply(Shown.self, from: bytes) else { return bytes }
        let fields = (line.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return Array("\(line.time) \(line.level) \(line.logger):\(fields) \(line.message)".utf8)
    }
}
