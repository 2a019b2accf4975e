package import Contracts

/// Steps that wait to be handed to a collector: bounded, and pure.
package struct SpanQueue: Sendable {
    /// Steps of one hand-over: some 300 KB of JSON.
    package static let batchMax = 512
    /// Steps that may wait while the collector is away; newer ones give way, so that what is there stays whole.
    private static let spansMax = 8_192
    /// Characters of what a process may say in one field.
    private static let textMax = 256
    private static let attributesMax = 16

    private var reports: [SpanReport] = []
    package private(set) var count = 0
    package private(set) var dropped = 0

    package init() {}

    /// Adds what a process has finished, as far as it is readable and there is room.
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

    /// Takes out the oldest, as many as one hand-over takes.
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

    /// What a collector would refuse takes the rest of its batch with it.
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
