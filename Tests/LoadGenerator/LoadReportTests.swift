import CommandSupport
import Contracts
import LoadGenerator
import Testing

@Suite struct LoadReportTests {
    private static let latency =
        #"{"count":100,"meanUs":900,"p50Us":800,"p90Us":1500,"p95Us":2000,"p99Us":4200,"p999Us":9000,"maxUs":12000}"#
    private static let figures =
        #"{"asked":103,"good":98,"errors":{"503 <overloaded>":2},"missed":3,"latency":\#(latency)}"#

    private func second(_ at: Int) -> String {
        #"{"at":\#(at),"asked":50,"good":49,"failed":1,"missed":0,"inFlight":2,"p50Us":800,"p99Us":4200,"maxUs":9000}"#
    }

    private func report(_ limits: String = "", steps: String = "") throws -> LoadReport {
        let json = """
            {"version":1,"mealwire":"0.1.0","startedAt":"2026-01-01T00:00:00Z","machine":{"processor":"Some & Other",\
            "processors":2,"memoryMiB":4096,"system":"Linux","loadAverage":0.1},"plan":{"transport":"http",\
            "target":"http://127.0.0.1:8080","scenario":"diary","shape":"constant","arrivals":"steady","rate":50,\
            "seconds":2,"connections":128,"people":5,"seed":7},"endedBy":"time","sentForSeconds":2,"achievedRate":49,\
            "rateShare":0.95,"all":\(Self.figures),"curve":[{"percentile":0,"us":500},{"percentile":50,"us":800},\
            {"percentile":99,"us":4200},{"percentile":100,"us":12000}],"actions":[{"name":"day","figures":\(Self.figures)}],\
            "seconds":[\(second(1)),\(second(2))],"steps":[\(steps)],"ownLatenessP99Us":20,"processes":[],\
            "limits":[\(limits)],"peopleLeft":0}
            """
        return try PayloadCoder.decodeReply(LoadReport.self, from: Array(json.utf8))
    }

    @Test func `the page is self-contained and shows the content of the JSON`() throws {
        let html = LoadPage(try report()).html
        for foreign in ["<script", "src=", "href=", "@import", "url("] { #expect(!html.contains(foreign)) }
        #expect(html.components("<svg") == 4)
        #expect(html.components("</svg>") == 4)
        #expect(html.contains("503 &lt;overloaded&gt;"))
        #expect(html.contains("Some &amp; Other"))
        #expect(html.contains("prefers-color-scheme:dark"))
        #expect(!html.contains("nan") && !html.contains("inf\"") && !html.contains(",-\""))
    }

    @Test func `a run with steps has charts by step`() throws {
        let step = #"{"rate":100,"achievedRate":99,"figures":\#(Self.figures)}"#
        #expect(LoadPage(try report(steps: "\(step),\(step)")).html.components("<svg") == 6)
    }

    @Test func `the summary lists errors and missed limits`() throws {
        let limits =
            #"{"limit":"p99=1ms","measured":4200,"met":false},{"limit":"errors=9%","measured":0.05,"met":true}"#
        let report = try report(limits)
        #expect(!report.isMet)
        let lines = LoadSummary(report).text.split(separator: "\n").map(String.init)
        #expect(lines.contains("MISSED p99=1ms, measured 4.2 ms"))
        #expect(lines.contains("met    errors=9%, measured 5 %"))
        #expect(lines.contains { $0.hasPrefix("503 <overloaded>") && $0.hasSuffix("2") })
        #expect(lines.contains { $0.hasPrefix("3 requests could not be sent") })
        #expect(lines.first == "98 good answers of 103 that were due in 2.0 s: 49 a second.")
    }

    @Test func `latencies have three digits, and the curve ends with the longest`() {
        var histogram = LatencyHistogram()
        for microseconds in 1...10_000 { histogram.record(nanoseconds: UInt64(microseconds) * 1_000) }
        for (percentile, expected) in [(50.0, 5_000.0), (90, 9_000), (99, 9_900), (99.9, 9_990)] {
            #expect(abs(histogram.microseconds(atPercentile: percentile) / expected - 1) < 0.001)
        }
        #expect(histogram.curve.last?.percentile == 100)
        #expect(zip(histogram.curve, histogram.curve.dropFirst()).allSatisfy { $0.us <= $1.us })
        histogram.record(nanoseconds: .max)
        #expect(histogram.summary.maxUs == 120_000_000)
        histogram.reset()
        #expect(histogram.count == 0)
        #expect(histogram.curve.isEmpty)
    }

    @Test func `numbers have three digits and no trailing zeros`() {
        let expected = [
            (0.0, "0"), (0.251, "0.25"), (1.999, "2"), (12.34, "12.3"), (456.7, "457"), (-0.001, "0"), (-2.5, "-2.5"),
        ]
        for (number, text) in expected { #expect(LoadText.digits(number) == text) }
        for number in [Double.nan, .infinity, -.infinity, 1e300] { #expect(LoadText.rate(number) == "-") }
        #expect(LoadText.rate(200_000) == PlainNumber.grouped(200_000))
        #expect(LoadText.time(microseconds: 999) == "999 µs")
        #expect(LoadText.time(microseconds: 1_500) == "1.5 ms")
        #expect(LoadText.time(microseconds: 2_340_000) == "2.34 s")
    }
}

extension String {
    /// Returns how often a text occurs in this one.
    fileprivate func components(_ part: String) -> Int {
        var (count, rest) = (0, self[...])
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
