package import Observability

/// A bounded queue of spans to export: pure state.
package struct SpanQueue: Sendable {
    /// The maximum of spans in one export: some 300 KB of JSON.
    package static let batchMax = 512
    /// The maximum of waiting spans; newer ones are dropped, so that the traces already here stay complete.
    private static let spansMax = 8_192
    /// The maximum of bytes in a text field of a span.
    private static let textMax = 256
    private static let attributesMax = 16

    private var reports: [SpanReport] = []
    package private(set) var count = 0
    package private(set) var dropped = 0

    package init() {}

    /// Adds the valid spans of a report, as far as there is room.
    package mutating func add(_ report: SpanReport) {
        var report = report
        report.process = String(report.process.prefix(Self.textMax))
        let readable = report.spans.filter(Self.isReadable)
        report.spans = Array(readable.prefix(max(0, Self.spansMax - count)))
        dropped += readable.count - report.spans.count
        guard !report.spans.isEmpty else { return }
        count += report.spans.count
        reports.append(report)
    }

    /// Removes and returns the oldest spans, at most one batch.
    package mutating func take() -> [SpanReport] {
        var (taken, left) = ([SpanReport](), Self.batchMax)
        while left > 0, var first = reports.first {
            let part = Array(first.spans.prefix(left))
            left -= part.count
            taken.append(SpanReport(service: first.service, process: first.process, spans: part))
            first.spans.removeFirst(part.count)
            if first.spans.isEmpty { reports.removeFirst() } else { reports[0] = first }
        }
        count -= Self.batchMax - left
        return taken
    }

    /// A collector rejects a whole batch for one invalid span.
    private static func isReadable(_ span: TraceSpan) -> Bool {
        isHexadecimal(span.trace, 32) && isHexadecimal(span.span, 16)
            && (span.parent.map { isHexadecimal($0, 16) } ?? true)
            && span.name.utf8.count <= textMax && span.attributes.count <= attributesMax
            && span.attributes.allSatisfy { $0.key.utf8.count <= textMax && $0.value.utf8.count <= textMax }
    }

    private static func isHexadecimal(_ text: String, _ length: Int) -> Bool {
        text.utf8.count == length && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}
