import Contracts

/// All declared metrics as a Markdown table.
package enum MetricTable {
    private static let head = """
        # Metrics

        What `GET /metrics` of a gateway tells of the whole set. This file is made by `mealwire metrics`.

        `service` and `process` say of whom a line tells: of a service, a `broker` or a `gateway`, and which of its
        processes. A process that starts again counts from 0. A queue is a name under which a
        service takes requests: its own, or one for heavy methods, such as `diary-imports`.

        | name | type | labels | meaning |
        | --- | --- | --- | --- |

        """

    /// The document.
    package static var markdown: String {
        head
            + Metric.all.map { metric in
                let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
                return "| `\(metric.name)` | \(metric.kind.rawValue) | \(labels) | \(metric.help) |\n"
            }.joined()
    }
}
