import CommandSupport
import Contracts
import MessageBus
package import Observability

/// Collects the metrics of all processes, as a gateway does for Prometheus.
enum MetricsSurvey {
    /// How long to wait for answers.
    private static let timeout = Duration.milliseconds(700)
    /// The pause between two questions.
    ///
    /// The first ones may be lost until the connection is established.
    private static let pause = Duration.milliseconds(50)

    /// Gathers the reports of services and bridges.
    ///
    /// - Parameters:
    ///   - bus: Connects to the broker.
    ///   - expectsBridge: Whether to wait for the report of a bridge, too.
    /// - Returns: The newest report of each process.
    static func collect(_ bus: MessageBus, expectsBridge: Bool) async -> [MetricsReport] {
        let payloads = bus.subscribe((ServiceName.all + [MetricsReport.bridge]).map(MetricsReport.topic), keeping: 256)
        let expected = ServiceName.all + (expectsBridge ? [MetricsReport.bridge] : [])
        return await withTaskGroup(of: [MetricsReport]?.self) { group in
            group.addTask {
                let end = ContinuousClock.now + timeout
                while ContinuousClock.now < end, (try? await Task.sleep(for: pause)) != nil {
                    // A structure of numbers can always be encoded.
                    guard let question = try? PayloadCoder.encode(MetricsQuestion()) else { continue }
                    bus.publish(MetricsQuestion.topic, question)
                }
                return nil
            }
            group.addTask { await gather(payloads, expected) }
            // Ends when all services have answered or the time is over. The reports are available in both cases.
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            return await group.next().flatMap { $0 } ?? []
        }
    }

    /// Returns the newest report of each process, once every expected process has sent one or the task is cancelled.
    private static func gather(_ payloads: AsyncStream<[UInt8]>, _ expected: [ServiceName]) async -> [MetricsReport] {
        var reports: [String: MetricsReport] = [:]
        for await payload in payloads {
            // A report of another version may be unreadable; its process is shown without a delay.
            guard let report = try? PayloadCoder.decodeReply(MetricsReport.self, from: payload) else { continue }
            reports[report.process] = report
            if Set(reports.values.map(\.service)).isSuperset(of: expected) { break }
        }
        return Array(reports.values)
    }
}

/// A table of how far services are behind on events, with one row for each subscribed source.
package struct EventLagSection {
    private static let titles = ["FOLLOWS EVENTS", "OF", "BEHIND", "FOR"]
    /// The number of text columns; the remaining ones are right-aligned numbers.
    private static let textColumns = 2
    private static let none = "-"

    private let rows: [[String]]

    /// - Parameter reports: The metrics reports of the processes.
    package init(_ reports: [MetricsReport]) {
        rows = reports.sorted { $0.process < $1.process }.flatMap(Self.rows)
    }

    private static func rows(of report: MetricsReport) -> [[String]] {
        let seconds = values(.eventLagSeconds, report)
        return values(.eventLag, report).sorted { $0.key < $1.key }.map { source, lag in
            let behindFor = seconds[source] ?? 0
            return [
                report.service.rawValue, source, "\(Int(lag))",
                behindFor > 0 ? TextTable.time(microseconds: Int(behindFor * 1_000_000)) : none,
            ]
        }
    }

    /// Returns the values of a metric by the source in their first label.
    private static func values(_ metric: Metric, _ report: MetricsReport) -> [String: Double] {
        let samples = report.families.first { $0.name == metric.name }?.samples ?? []
        return Dictionary(samples.compactMap { sample in sample.labels.first.map { ($0, sample.value) } }) { $1 }
    }

    /// The table; empty without any report.
    package var text: String {
        rows.isEmpty ? "" : TextTable.text([Self.titles] + rows, textColumns: Self.textColumns)
    }
}
