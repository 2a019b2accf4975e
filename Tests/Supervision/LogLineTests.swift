import CommandSupport
import Contracts
import Foundation
import Logging
import Observability
import ServiceKit
import Settings
import Testing

/// The format of log lines for arbitrary input.
struct LogLineTests {
    private static let request = "01890a5d-ac96-774b-bcce-b302099a8057"

    private func line(_ message: String, _ fields: [String: String] = [:]) -> LogLine {
        LogLine(
            time: Date(timeIntervalSince1970: 1_795_000_000.125),
            level: .warning,
            logger: "diary",
            process: "diary-7",
            source: "Diary",
            message: message,
            request: Self.request,
            traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            fields: fields
        )
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `a JSON line has a separate field for each value`() throws {
        let text = line("a request failed", ["error": "no \"room\""]).written(as: .json)
        #expect(text.hasSuffix("}\n"))
        let object = try object(text)
        #expect(object["time"] as? String == "2026-11-18T11:06:40.125Z")
        #expect(object["level"] as? String == "warning")
        #expect(object["logger"] as? String == "diary")
        #expect(object["process"] as? String == "diary-7")
        #expect(object["message"] as? String == "a request failed")
        #expect(object["request"] as? String == Self.request)
        #expect(object["trace"] as? String == "0af7651916cd43dd8448eb211c80319c")
        #expect((object["metadata"] as? [String: String]) == ["error": "no \"room\""])
    }

    @Test func `a text line begins with time, level and logger`() {
        let text = line("a request failed", ["error": "b", "attempt": "1"]).written(as: .text)
        let expected = "warning diary: attempt=1 error=b request=\(Self.request) trace=0af7651916cd43dd8448eb211c80319c"
        #expect(text == "2026-11-18T11:06:40.125Z \(expected) [Diary] a request failed\n")
    }

    @Test(arguments: [
        "\n", "\r\n", "\u{1B}[2J", "\u{9B}31m", "\u{85}", "\u{2028}", "\u{7F}", "\0", "\"}\n{\"level\":\"error\"",
    ])
    func `no input ends a line, imitates another one or moves the cursor`(evil: String) throws {
        for format in LogFormat.allCases {
            let text = line("path /\(evil)x", ["name\(evil)": evil]).written(as: format)
            let inner = text.dropLast()
            #expect(text.hasSuffix("\n"))
            #expect(
                !inner.unicodeScalars.contains {
                    $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || [0x2028, 0x2029].contains($0.value)
                }
            )
            if format == .json { #expect(try object(text)["level"] as? String == "warning") }
        }
    }

    @Test func `a line with long input stays within the limit of the supervisor`() throws {
        for piece in ["x", "\u{1}", "\"", "é", "\u{1F600}"] {
            let long = String(repeating: piece, count: 50_000)
            let fields = Dictionary(uniqueKeysWithValues: (0..<40).map { ("field\($0)", long) })
            let text = line(long, fields).written(as: .json)
            #expect(text.utf8.count <= LineSplitter.lineBytesMax)
            #expect(try object(text)["request"] as? String == Self.request)
        }
    }

    @Test func `the format is the configured one, or depends on the terminal`() {
        #expect(LogFormat(.auto, isTerminal: true) == .text)
        #expect(LogFormat(.auto, isTerminal: false) == .json)
        #expect(LogFormat(.json, isTerminal: true) == .json)
        #expect(LogFormat(.text, isTerminal: false) == .text)
    }

    @Test func `a supervisor passes on JSON objects, and wraps every other line in one`() throws {
        let own = Array(#"{"level":"info","message":"m"}"#.utf8)
        #expect(JSONLine.line(own, level: .error, of: "diary") == own + Array("\n".utf8))
        let crash = JSONLine.line(Array("Fatal error: \"Index\" out of range".utf8), level: .error, of: "diary")
        let object = try object(String(decoding: crash, as: UTF8.self))
        #expect(object["logger"] as? String == "diary")
        #expect(object["level"] as? String == "error")
        #expect(object["message"] as? String == "Fatal error: \"Index\" out of range")
        let report = JSONLine.line(Array("The demonstration is filled.".utf8), level: .notice, of: "demo")
        #expect(try self.object(String(decoding: report, as: UTF8.self))["level"] as? String == "notice")
    }

    @Test func `JSON lines are converted to text for the terminal`() {
        let text = line("m", ["a": "b"]).written(as: .json).dropLast()
        let readable = String(decoding: JSONLine.readable(Array(text.utf8)), as: UTF8.self)
        #expect(readable == "2026-11-18T11:06:40.125Z warning diary: a=b m")
        #expect(JSONLine.readable(Array("plain".utf8)) == Array("plain".utf8))
    }
}
