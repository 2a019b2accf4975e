import CommandSupport
import Contracts
package import Observability

/// What bridges carry, as a table: a line for each far bridge.
package struct BridgeSection {
    private static let titles = ["BRIDGE", "PEER", "REQUESTS", "EVENTS", "RECEIVED", "SENT", "CREDIT"]
    /// Columns of text; the others are numbers, which stand to the right.
    private static let textColumns = 2

    private let reports: [MetricsReport]

    /// - Parameter reports: What processes have published of themselves; those of other services are left out.
    package init(_ reports: [MetricsReport]) {
        self.reports = reports.filter { $0.service == MetricsReport.bridge }.sorted { $0.process < $1.process }
    }

    /// The table, and a line for each bridge of what belongs to no peer; without far bridges the lines alone.
    package var text: String {
        let rows = reports.flatMap(Self.rows)
        let table = rows.isEmpty ? [] : [TextTable.text([Self.titles] + rows, textColumns: Self.textColumns)]
        return (table + reports.map(Self.summary)).joined(separator: "\n")
    }

    private static func rows(of report: MetricsReport) -> [[String]] {
        let peers = Set(report.values(.bridgeConnections).map(\.labels[0]))
        return peers.sorted().map { peer in
            let sum = { (metric: Metric, endpoints: [String]) in
                let values = report.values(metric).filter {
                    $0.labels[0] == peer && (endpoints.isEmpty || endpoints.contains($0.labels[1]))
                }
                return "\(Int(values.reduce(0) { $0 + $1.value }))"
            }
            return [
                report.process, peer, sum(.bridgeConnections, ["requests"]),
                sum(.bridgeConnections, ["events_in", "events_out"]), sum(.bridgeReceivedBytes, []),
                sum(.bridgeSentBytes, []), sum(.bridgeCreditBytes, []),
            ]
        }
    }

    private static func summary(of report: MetricsReport) -> String {
        let sum = { (metric: Metric) in Int(report.values(metric).reduce(0) { $0 + $1.value }) }
        return """
            \(report.process): \(sum(.bridgeRefused)) connections refused, \(sum(.bridgeGaps)) ended by gaps, \
            \(sum(.bridgeUnfinished)) handshakes under way
            """
    }
}

extension MetricsReport {
    /// Returns all values of a metric with as many labels as it has.
    fileprivate func values(_ metric: Metric) -> [MetricSample] {
        families.filter { $0.name == metric.name }.flatMap(\.samples)
            .filter { $0.labels.count == metric.ownLabels.count }
    }
}
