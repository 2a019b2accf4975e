import Contracts
import Gateway
import Observability
import Testing

struct MetricsReportStoreTests {
    private func payload(
        _ process: String,
        service: ServiceName = .diary,
        _ fill: (inout MetricSet) -> Void = { $0.add(.openDescriptors, 1) }
    ) throws -> [UInt8] {
        var metrics = MetricSet()
        fill(&metrics)
        return try PayloadCoder.encode(MetricsReport(service: service, process: process, metrics))
    }

    @Test func `the newest report of a process counts, and an old one is removed`() throws {
        var store = MetricsReportStore()
        for (time, value) in [(UInt64(10), 1), (20, 2)] {
            let bytes = try payload("diary-1") { $0.add(.openDescriptors, value) }
            store.add(MetricsReportStore.decode(bytes, of: .diary), at: time)
        }
        store.add(MetricsReportStore.decode(try payload("diary-2"), of: .diary), at: 12)
        #expect(store.reports.map(\.process) == ["diary-1", "diary-2"])
        #expect(store.reports.first?.families.first?.samples.first?.value == 2)
        #expect(store.processes(since: 15) == ["diary/diary-1"])
        store.remove(before: 15)
        #expect(store.reports.map(\.process) == ["diary-1"])
        #expect(store.refused == 0)
    }

    @Test func `an invalid report is counted and not stored`() throws {
        var store = MetricsReportStore()
        let junk: [[UInt8]] = [
            [], Array("no json".utf8), Array("{}".utf8), try payload(""),
            try payload(String(repeating: "x", count: 200)), try payload("diary-1", service: .auth),
            try payload("diary-1") { set in
                for number in 0..<5_000 { set.add(.requestsFailed, by: ["m\(number)", "invalid"], 1) }
            },
        ]
        for bytes in junk { store.add(MetricsReportStore.decode(bytes, of: .diary), at: 1) }
        #expect(store.reports.isEmpty)
        #expect(store.refused == junk.count)
    }

    @Test func `invented processes take no more room than the limit`() throws {
        var store = MetricsReportStore()
        for number in 0..<1_000 { store.add(MetricsReportStore.decode(try payload("p\(number)"), of: .diary), at: 1) }
        #expect(store.reports.count == 256)
        #expect(store.refused == 744)
        store.add(MetricsReportStore.decode(try payload("p0"), of: .diary), at: 9)
        #expect(store.processes(since: 9) == ["diary/p0"])
    }

    @Test func `only known metrics of the expected form are accepted from a report`() throws {
        let bytes = try payload("diary-1") { set in
            set.add(.openDescriptors, 1)
            set.add(.openDescriptors, by: ["too", "many"], 1)
            set.add(.openDescriptors, counts: [1, 2], sum: 1)
            set.add(.commitWrites, 3)
            set.add(.serviceProcesses, by: ["diary"], 7)
            set.add(.requestsFailed, by: [String(repeating: "x", count: 300), "invalid"], 1)
        }
        let report = try #require(MetricsReportStore.decode(bytes, of: .diary))
        #expect(report.families.flatMap(\.samples).count == 1)
        #expect(!report.families.contains { $0.name == Metric.serviceProcesses.name })
    }
}
