import Contracts
import Foundation
import Observability
import Testing

struct MetricTests {
    /// The units of Prometheus, and counted things that a name may end with.
    private static let histogramUnits = ["_seconds", "_bytes", "_writes"]

    @Test func `names follow the conventions of Prometheus and are unique`() {
        #expect(Set(Metric.all.map(\.name)).count == Metric.all.count)
        for metric in Metric.all {
            let parts = metric.name.split(separator: "_", omittingEmptySubsequences: false)
            #expect(parts.first == "mealwire" && parts.allSatisfy(isWord), "\(metric.name)")
            #expect((metric.kind == .counter) == metric.name.hasSuffix("_total"), "\(metric.name)")
            #expect((metric.kind == .histogram) == !metric.bounds.isEmpty, "\(metric.name)")
            if metric.kind == .histogram {
                #expect(Self.histogramUnits.contains { metric.name.hasSuffix($0) }, "\(metric.name)")
            }
            #expect(metric.help.hasSuffix("."), "\(metric.name)")
            #expect(metric.labels.allSatisfy { isWord($0) && $0 != "le" }, "\(metric.name)")
            #expect(Metric.named(metric.name) == metric)
        }
    }

    @Test func `a value falls into the first bucket with a bound that it does not exceed`() {
        for bounds in [Buckets.seconds, Buckets.writes] {
            #expect(bounds == bounds.sorted())
            #expect(Set(bounds).count == bounds.count)
        }
        #expect(Buckets.index(ofNanoseconds: 0) == 0)
        #expect(Buckets.index(ofNanoseconds: 250_000) == 0)
        #expect(Buckets.index(ofNanoseconds: 250_001) == 1)
        #expect(Buckets.index(ofNanoseconds: 10_000_000_000) == Buckets.timesCount - 2)
        #expect(Buckets.index(ofNanoseconds: .max) == Buckets.timesCount - 1)
        #expect(Buckets.index(of: 1, in: Buckets.writes) == 0)
        #expect(Buckets.index(of: 3, in: Buckets.writes) == 2)
        #expect(Buckets.index(of: 1_000, in: Buckets.writes) == Buckets.writes.count)
    }

    @Test func `a report is written as JSONEncoder writes it`() throws {
        var metrics = MetricSet()
        metrics.add(.requestsFailed, by: ["diary.\"day\"", "notFound"], 3)
        metrics.add(.requestSeconds, by: ["diary.day"], counts: [1, 2, .max], sum: 0.125)
        metrics.add(.requestsFailed, by: ["diary.day", "invalid"], 1)
        let report = MetricsReport(service: .diary, process: "diary-1", metrics)
        #expect(report.families.map(\.name) == [Metric.requestsFailed.name, Metric.requestSeconds.name])
        #expect(report.families[0].samples.count == 2)
        let own = try PayloadCoder.encode(report)
        #expect(try PayloadCoder.decodeReply(MetricsReport.self, from: own) == report)
        let standard = try JSONEncoder().encode(report)
        #expect(try json(Data(own)) == json(standard))
    }

    /// Returns whether a text consists of lower-case letters only, and is not empty.
    private func isWord(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    private func json(_ data: Data) throws -> NSDictionary? {
        try JSONSerialization.jsonObject(with: data) as? NSDictionary
    }
}
