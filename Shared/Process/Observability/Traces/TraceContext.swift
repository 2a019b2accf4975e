import Contracts

/// A trace context from the header `traceparent` (W3C Trace Context, level 1, section 3.2).
package struct TraceContext: Sendable, Hashable {
    /// The length of version, trace, span and flags with separators.
    private static let textLength = 55
    /// The flag of a recorded trace.
    private static let sampledFlag: UInt8 = 1

    /// The id of the trace; never both 0.
    package let trace: (high: UInt64, low: UInt64)
    /// The id of the enclosing span; never 0.
    package let span: UInt64
    /// Whether the trace is recorded.
    package let isSampled: Bool

    init(trace: (high: UInt64, low: UInt64), span: UInt64, isSampled: Bool) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
    }

    /// Parses a header; nil if it is invalid.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == Self.textLength, bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash,
            let version = Self.number(bytes[0..<2]), version != 0xFF,
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]), high | low != 0,
            let span = Self.number(bytes[36..<52]), span != 0,
            let flags = Self.number(bytes[53..<55])
        else { return nil }
        self.init(trace: (high, low), span: span, isSampled: UInt8(flags) & Self.sampledFlag != 0)
    }

    /// Starts a new, recorded trace.
    package static func root() -> TraceContext {
        let (high, low) = UniqueNumbers.next()
        return TraceContext(trace: (high | 1, low), span: newSpan(), isSampled: true)
    }

    /// Makes the context of a new span in the same trace.
    package func child() -> TraceContext {
        TraceContext(trace: trace, span: Self.newSpan(), isSampled: isSampled)
    }

    /// The same context, not recorded.
    package var unsampled: TraceContext { TraceContext(trace: trace, span: span, isSampled: false) }

    /// Returns whether a header's trace is recorded.
    ///
    /// Parses only the last character, for speed: most requests have no header.
    package static func isSampled(_ text: String?) -> Bool {
        guard let text, let last = text.utf8.last, text.utf8.count == textLength, let digit = value(of: last) else {
            return false
        }
        return UInt8(digit) & sampledFlag != 0
    }

    /// The text of the header.
    package var text: String { "00-\(traceText)-\(spanText)-\(isSampled ? "01" : "00")" }
    /// 32 hexadecimal digits.
    package var traceText: String { Self.hex(trace.high) + Self.hex(trace.low) }
    /// 16 hexadecimal digits.
    package var spanText: String { Self.hex(span) }

    private static let dash = UInt8(ascii: "-")

    private static func newSpan() -> UInt64 { max(UniqueNumbers.next().0, 1) }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Parses lower-case hexadecimal digits, as the standard requires.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            number = number << 4 | value
        }
        return number
    }

    private static func value(of digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a")) + 10
        default: nil
        }
    }

    package static func == (left: TraceContext, right: TraceContext) -> Bool {
        left.trace == right.trace && left.span == right.span && left.isSampled == right.isSampled
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(trace.high)
        hasher.combine(trace.low)
        hasher.combine(span)
    }
}
