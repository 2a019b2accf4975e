import ArgumentParser
import CommandSupport

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
