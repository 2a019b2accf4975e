package import Contracts

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
