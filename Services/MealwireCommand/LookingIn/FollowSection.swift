package import Contracts

/// How far services are with each other's events, as a table: a line for each that one follows.
package struct FollowSection {
    private static let titles = ["FOLLOWS EVENTS", "OF", "BEHIND", "FOR"]
    /// Columns of text; the others are numbers, which stand to the right.
    private static let textColumns = 2
    private static let none = "-"

    private let rows: [[String]]

    /// - Parameter reports: What processes have told of themselves.
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

    /// A metric's values by the source of which they tell.
    private static func values(_ metric: Metric, _ report: MetricsReport) -> [String: Double] {
        let samples = report.families.first { $0.name == metric.name }?.samples ?? []
        return Dictionary(samples.compactMap { sample in sample.labels.first.map { ($0, sample.value) } }) { $1 }
    }

    /// The table; empty where nobody has told anything.
    package var text: String {
        rows.isEmpty ? "" : TextTable.text([Self.titles] + rows, textColumns: Self.textColumns)
    }
}
