import Observability

/// All declared metrics as a Markdown table.
package enum MetricTable {
    private static let head = """
        # Metrics

        The metrics that `GET /metrics` of a gateway exports for the whole stack. `mealwire metrics` generates this file.

        The labels `service` and `process` identify the source of a sample: a service, a `broker` or a `gateway`, and
        one of its processes. Counters restart at 0 with their process. A queue is a name under which a service
        receives requests: its own, or one for bulk methods, such as `diary-imports`.

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
