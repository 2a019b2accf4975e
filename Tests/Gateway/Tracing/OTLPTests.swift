import Contracts
import Foundation
import Gateway
import HTTPTypes
import Observability
import Testing

struct OTLPTests {
    private static func span(_ number: Int, error: String? = nil) -> TraceSpan {
        let trace = String(repeating: "a", count: 32)
        return TraceSpan(
            trace: trace,
            span: String(format: "%016x", number + 1),
            parent: number == 0 ? nil : String(format: "%016x", number),
            name: "diary.entries.add",
            kind: .server,
            startNs: 1_795_000_000_123_456_789,
            endNs: 1_795_000_000_223_456_789,
            error: error,
            attributes: ["mealwire.request": "r"]
        )
    }

    private static func report(_ count: Int, process: String = "diary-1") -> SpanReport {
        SpanReport(service: .diary, process: process, spans: (0..<count).map { span($0) })
    }

    @Test func `spans are written in OTLP's JSON encoding`() throws {
        var reports = [Self.report(1), Self.report(1, process: "diary-2")]
        reports.append(SpanReport(service: .diary, process: "diary-1", spans: [Self.span(1, error: "diskFull")]))
        let bytes = try PayloadCoder.encode(OTLPDocument(reports))
        let root = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let resources = try #require(root["resourceSpans"] as? [[String: Any]])
        #expect(resources.count == 2)
        let attributes = (resources[0]["resource"] as? [String: Any])?["attributes"] as? [[String: Any]]
        let name = try #require(attributes?.first { $0["key"] as? String == "service.name" })
        #expect((name["value"] as? [String: Any])?["stringValue"] as? String == "diary")
        let scope = try #require((resources[0]["scopeSpans"] as? [[String: Any]])?.first)
        let spans = try #require(scope["spans"] as? [[String: Any]])
        #expect(spans.count == 2)
        #expect(spans[0]["traceId"] as? String == String(repeating: "a", count: 32))
        #expect(spans[0]["spanId"] as? String == "0000000000000001")
        #expect(spans[0]["parentSpanId"] == nil)
        #expect(spans[0]["startTimeUnixNano"] as? String == "1795000000123456789")
        #expect(spans[0]["kind"] as? Int == 2)
        #expect(spans[1]["parentSpanId"] as? String == "0000000000000001")
        let status = spans.map { ($0["status"] as? [String: Any])?["code"] as? Int }
        #expect(status == [0, 2])
    }

    @Test(arguments: zip(TraceSpan.Kind.allCases, [2, 3, 5, 1]))
    func `each kind of span has its OTLP number`(kind: TraceSpan.Kind, number: Int) throws {
        var span = Self.span(0)
        span.kind = kind
        let document = OTLPDocument([SpanReport(service: .diary, process: "diary-1", spans: [span])])
        let text = String(decoding: try PayloadCoder.encode(document), as: UTF8.self)
        #expect(text.contains(#""kind":\#(number)"#))
    }

    @Test func `the span queue is bounded, returns batches in order and counts dropped spans`() {
        var queue = SpanQueue()
        for _ in 0..<100 { queue.add(Self.report(100)) }
        #expect(queue.count == 8_192)
        #expect(queue.dropped == 10_000 - 8_192)
        var removed = 0
        while queue.count > 0 {
            let count = queue.take().reduce(0) { $0 + $1.spans.count }
            #expect(count == min(SpanQueue.batchMax, 8_192 - removed))
            removed += count
        }
        #expect(removed == 8_192)
        #expect(queue.take().isEmpty)
    }

    @Test func `a span that a collector would refuse is left out`() {
        var queue = SpanQueue()
        var bad = [Self.span(0), Self.span(0), Self.span(0), Self.span(0)]
        bad[0].trace = "short"
        bad[1].span = String(repeating: "z", count: 16)
        bad[2].name = String(repeating: "n", count: 1_000)
        bad[3].attributes = ["a": String(repeating: "v", count: 1_000)]
        queue.add(SpanReport(service: .diary, process: "x", spans: bad + [Self.span(0)]))
        #expect(queue.count == 1)
    }

    @Test(
        arguments: [
            (200, ExportResult.accepted), (202, .accepted), (nil, .retry(afterS: 7)), (429, .retry(afterS: 7)),
            (503, .retry(afterS: 7)), (502, .retry(afterS: 7)), (504, .retry(afterS: 7)), (500, .rejected),
            (400, .rejected),
            (404, .rejected), (301, .rejected),
        ] as [(Int?, ExportResult)]
    )
    func `only transient failures are retried`(status: Int?, expected: ExportResult) {
        #expect(ExportResult(status: status, retryAfterS: 7) == expected)
    }

    @Test func `pauses double up to a limit, and a collector may request its own`() {
        var backoff = ExportBackoff()
        let longest = (0..<8).map { _ in backoff.next(requestedS: nil, jitter: 1) }
        #expect(longest == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
        var shortest = ExportBackoff()
        #expect(shortest.next(requestedS: nil, jitter: 0) == 500)
        #expect(shortest.next(requestedS: 12, jitter: 0) == 12_000)
        #expect(shortest.next(requestedS: 100_000, jitter: 0) == 300_000)
        #expect(shortest.next(requestedS: .max, jitter: 0) == 300_000)
        #expect(shortest.next(requestedS: .min, jitter: 0) == 1_000)
    }

    @Test func `requests are recorded at the configured ratio, unless the client's header decides`() throws {
        let name = try #require(HTTPField.Name("traceparent"))
        let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"
        for (ratio, range) in [(0.0, 0...0), (0.25, 2_200...2_800), (1.0, 10_000...10_000)] {
            let tracer = Tracer(ratio: ratio, spans: SpanBuffer())
            let recorded = (0..<10_000).count { _ in tracer.span(for: HTTPFields()) != nil }
            #expect(range.contains(recorded), "\(recorded) at \(ratio)")
            let asked = try #require(tracer.span(for: [name: "\(header)-01"]))
            #expect(asked.context.traceText == "0af7651916cd43dd8448eb211c80319c")
            #expect(asked.ended("x", .server).parent == "b7ad6b7169203331")
            #expect(tracer.span(for: [name: "\(header)-00"]) == nil)
        }
    }

    @Test func `traces requested by clients are limited per second`() {
        let (limiter, second) = (ClientTraceLimiter(), UInt64(1_000_000_000))
        for begin in [5 * second, 6 * second, 60 * second] {
            let recorded = (0..<1_000).count { limiter.mayRecord(at: begin + UInt64($0)) }
            #expect(recorded == ClientTraceLimiter.perSecondMax)
        }
    }

    @Test func `above the limit, a request gets a new trace at the configured ratio`() throws {
        let name = try #require(HTTPField.Name("traceparent"))
        let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        for (ratio, isRecorded) in [(0.0, false), (1.0, true)] {
            let tracer = Tracer(ratio: ratio, spans: SpanBuffer())
            let spans = (0..<10_000).map { _ in tracer.span(for: [name: header]) }
            let own = spans.count { $0 != nil && $0?.context.traceText != "0af7651916cd43dd8448eb211c80319c" }
            // On a busy machine, this may take longer than a second.
            #expect(spans.contains { $0?.context.traceText == "0af7651916cd43dd8448eb211c80319c" })
            #expect(isRecorded ? own > 1_000 : own == 0)
        }
    }
}
