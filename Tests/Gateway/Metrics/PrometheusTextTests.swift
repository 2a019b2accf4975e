import Contracts
import Gateway
import Observability
import Testing

struct PrometheusTextTests {
    private func text(_ metrics: MetricSet, process: String = "diary-1") -> String {
        var text = PrometheusText()
        text.add(MetricsReport(service: .diary, process: process, metrics))
        return text.text
    }

    @Test func `a value has its help, type and labels`() {
        var metrics = MetricSet()
        metrics.add(.openDescriptors, 17)
        #expect(
            text(metrics) == """
                # HELP mealwire_process_open_fds File descriptors that are open.
                # TYPE mealwire_process_open_fds gauge
                mealwire_process_open_fds{service="diary",process="diary-1"} 17

                """
        )
    }

    @Test func `buckets are cumulative, and the last one holds all values`() {
        var metrics = MetricSet()
        metrics.add(.commitWrites, counts: [3, 0, 2, 0, 0, 0, 0, 0, 1], sum: 214)
        let lines = text(metrics).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let name = "mealwire_storage_commit_writes"
        let labels = #"service="diary",process="diary-1""#
        #expect(lines.first == #"\#(name)_bucket{\#(labels),le="1"} 3"#)
        #expect(lines[2] == #"\#(name)_bucket{\#(labels),le="4"} 5"#)
        #expect(lines[8] == #"\#(name)_bucket{\#(labels),le="+Inf"} 6"#)
        #expect(lines[9] == "\(name)_sum{\(labels)} 214")
        #expect(lines[10] == "\(name)_count{\(labels)} 6")
        #expect(lines.count == 11)
    }

    @Test func `special characters in a label are escaped`() {
        var metrics = MetricSet()
        metrics.add(.openDescriptors, 1)
        let text = text(metrics, process: "a\"} 1\nevil{x=\"\\")
        #expect(text.contains(#"process="a\"} 1\nevil{x=\"\\"} 1"#))
        #expect(text.split(separator: "\n").count == 3)
    }

    @Test func `a metric is declared once for all processes, and an unknown one is omitted`() {
        var first = MetricSet()
        first.add(.openDescriptors, 1)
        first.add(.brokerQueued, by: ["diary"], 4)
        var text = PrometheusText()
        for process in ["a", "b"] { text.add(MetricsReport(service: .diary, process: process, first)) }
        var unknown = MetricsReport(service: .diary, process: "c", MetricSet())
        unknown.families = [MetricFamily(name: "evil", samples: [MetricSample(labels: [], value: 1)])]
        text.add(unknown)
        let lines = text.text.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("# TYPE") } == 2)
        #expect(lines.count == 8)
        #expect(!text.text.contains("evil"))
    }

    @Test func `numbers are written in the format of Prometheus`() {
        var metrics = MetricSet()
        metrics.add(.cpuSeconds, 0.5)
        metrics.add(.processStart, 1_795_000_000.25)
        metrics.add(.residentMemory, 21_000_000)
        let values = text(metrics).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").last }
        #expect(values == ["1795000000.25", "21000000", "0.5"])
    }
}
