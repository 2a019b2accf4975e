import ArgumentParser
import CommandSupport
import Observability

/// `mealwire metrics`: documents the metrics that a gateway exports to Prometheus.
struct PrintMetrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print the metrics of /metrics with types, labels and meanings as a Markdown table.",
        discussion: """
            No running stack is needed. To read the values of a running one, use `curl http://127.0.0.1:8080/metrics` \
            on its host; `mealwire status` shows the most important ones.
            """
    )

    func run() { Console().write(MetricsPage.text) }
}

/// The page of metrics: all declared ones.
package enum MetricsPage {
    private static let head = """
        # Metrics

        The metrics that `GET /metrics` of a gateway exports for the whole stack. [Monitor a stack](../how-to/monitor.md)
        says how to read them.

        The labels `service` and `process` identify the source of a sample: a service, a `broker` or a `gateway`, and
        one of its processes. Counters restart at 0 with their process. A queue is a name under which a service
        receives requests: its own, or one for bulk methods, such as `diary-imports`.


        """

    /// The page without its first line.
    package static var text: String {
        let rows = Metric.all.map { metric in
            let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
            return ["`\(metric.name)`", metric.kind.rawValue, labels, metric.help]
        }
        return head + MarkdownTable(["name", "type", "labels", "meaning"], rows).text
    }
}
