import ArgumentParser

/// `mealwire metrics`: documents the metrics that a gateway exports to Prometheus.
struct PrintMetrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print what /metrics tells, with names, types, labels and meanings, as a table in Markdown.",
        discussion: """
            No set has to run. The figures of one that does are read with `curl http://127.0.0.1:8080/metrics` on its own \
            host; `mealwire status` shows the most important ones.
            """
    )

    func run() { Console().write(MetricTable.markdown) }
}
