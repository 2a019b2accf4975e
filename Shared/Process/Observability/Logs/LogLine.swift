import Calendar
package import FoundationEssentials
import JSONCoding
package import Logging

/// One log line, independent of its format.
package struct LogLine: Sendable {
    /// Bytes of a message that are shown.
    ///
    /// No message of Mealwire is as long, so a longer one contains external data.
    private static let messageMax = 4_000
    /// Bytes of a field's name.
    private static let nameMax = 64
    /// Bytes of a field's value.
    private static let fieldMax = 1_000
    /// Bytes of a line.
    ///
    /// Readers split longer ones: `mealwire up` at 16 KiB, journald at 48 KiB.
    private static let bytesMax = 15_000

    package var time: Date
    package var level: Logger.Level
    package var logger: String
    package var process: String?
    package var source: String?
    package var message: String
    /// The request during which the line was logged.
    package var request: String?
    package var traceparent: String?
    package var fields: [String: String]

    package init(
        time: Date,
        level: Logger.Level,
        logger: String,
        process: String? = nil,
        source: String? = nil,
        message: String,
        request: String? = nil,
        traceparent: String? = nil,
        fields: [String: String] = [:]
    ) {
        self.time = time
        self.level = level
        self.logger = logger
        self.process = process
        self.source = source
        self.message = message
        self.request = request
        self.traceparent = traceparent
        self.fields = fields
    }

    /// Formats the line, with its line break.
    package func written(as format: LogFormat) -> String {
        switch format {
        case .text: text
        case .json: json
        }
    }

    private var trace: String? { traceparent.flatMap { TraceContext($0) }?.traceText }

    // MARK: Text

    private var text: String {
        var shown = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if let request { shown.append(("request", request)) }
        if let trace { shown.append(("trace", trace)) }
        let head = "\(Timestamp.text(time)) \(level) \(logger):"
        let body = shown.map { " \(Self.plain($0.0, Self.nameMax))=\(Self.plain($0.1, Self.fieldMax))" }.joined()
        let origin = source.map { " [\($0)]" } ?? ""
        return "\(head)\(body)\(origin) \(Self.plain(message, Self.messageMax))\n"
    }

    /// Escapes everything that moves a cursor or ends a line.
    ///
    /// A line break in external data must not look like a line of its own, and an escape sequence must not reach a
    /// terminal.
    private static func plain(_ text: String, _ lengthMax: Int) -> String {
        let text = cut(text, lengthMax)
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { plain, scalar in
            if scalar == "\n" {
                plain += "\\n"
            } else if isControl(scalar) {
                plain += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || isHidden(scalar) }

    /// The control characters that JSON does not escape, and the two separators that some readers treat as line breaks.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    /// Escapes the same for JSON; the JSON writer escapes the other control characters.
    private static func shown(_ text: String, _ lengthMax: Int) -> String {
        let text = cut(text, lengthMax)
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.reduce(into: "") { shown, scalar in
            if isHidden(scalar) {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
    }

    // MARK: JSON

    private var json: String {
        let whole = bytes(withFields: true, messageMax: Self.messageMax)
        guard whole.count > Self.bytesMax else { return String(decoding: whole, as: UTF8.self) }
        // An escape can make six characters of one; half a message fits in any case.
        return String(decoding: bytes(withFields: false, messageMax: Self.messageMax / 2), as: UTF8.self)
    }

    private func bytes(withFields: Bool, messageMax: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("time", Timestamp.text(time))
            writer.field("level", level.rawValue)
            writer.field("logger", logger)
            if let process { writer.field("process", process) }
            if let source { writer.field("source", source) }
            writer.field("message", Self.shown(message, messageMax))
            if let request { writer.field("request", Self.shown(request, Self.fieldMax)) }
            if let trace { writer.field("trace", trace) }
            guard withFields else { return writer.field("isCut", true) }
            guard !fields.isEmpty else { return }
            writer.field("metadata") { writer in
                writer.object { writer in
                    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
                        writer.pair(Self.shown(name, Self.nameMax), Self.shown(value, Self.fieldMax))
                    }
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func cut(_ text: String, _ lengthMax: Int) -> String {
        text.utf8.count <= lengthMax ? text : String(decoding: text.utf8.prefix(lengthMax), as: UTF8.self) + "…"
    }
}
