import Contracts
package import Observability

/// What the report of a process says about the system; counters are since the start of the process.
package struct ProcessReading: Sendable {
    /// Counters of one queue of a broker; numbers of a report may be of any size, so they are converted last.
    struct Queue: Sendable {
        var times = TimeCounts()
        var workers = 0.0
        var capacity = 0.0
        var inFlight = 0.0
        var queued = 0.0
        var shed = 0.0
        var retried = 0.0
        var lostWorkers = 0.0
    }

    /// The report that a process has sent, and when it arrived.
    package struct Source: Sendable {
        package let report: MetricsReport
        /// Monotonic time in nanoseconds.
        package let atNs: UInt64

        package init(_ report: MetricsReport, atNs: UInt64) {
            (self.report, self.atNs) = (report, atNs)
        }
    }

    let service: ServiceName
    let process: String
    let atNs: UInt64
    let version: String
    /// In seconds since 1970.
    let startedAt: Double
    let memoryBytes: Int
    let processorSeconds: Double
    let times: TimeCounts
    let failed: Double
    let inFlight: Int
    /// The queues of a broker, by name.
    let queues: [String: Queue]
    private let gauges: Gauges

    /// Distinguishes the process from others, and from the one before its restart.
    var key: String { "\(service)/\(process)/\(startedAt)" }

    package init(_ source: Source) {
        let report = source.report
        (service, process, atNs) = (report.service, report.process, source.atNs)
        let gauges = Gauges(report)
        self.gauges = gauges
        version = gauges.samples(.processInfo).first?.labels.first ?? ""
        startedAt = gauges.sum(.processStart)
        memoryBytes = gauges.sum(.residentMemory).wholeNumber
        processorSeconds = gauges.sum(.cpuSeconds)
        queues = Self.queues(gauges)
        switch report.service {
        case MetricsReport.gateway:
            times = gauges.times(.httpSeconds)
            failed = gauges.sum(.httpProblems)
            inFlight = gauges.sum(.httpInFlight).wholeNumber
        case BrokerStatus.service:
            times = gauges.times(.brokerSeconds)
            failed = gauges.sum(.brokerFailed)
            inFlight = gauges.sum(.brokerHeld).wholeNumber
        default:
            times = gauges.times(.requestSeconds)
            failed = gauges.sum(.requestsFailed)
            inFlight = gauges.sum(.requestsInFlight).wholeNumber
        }
    }

    /// Returns the sum of the values of a metric; 0 if the process does not report it.
    func sum(_ metric: Metric) -> Double { gauges.sum(metric) }

    /// Returns the value of a metric; nil if the process does not report it.
    func value(_ metric: Metric) -> Double? { gauges.samples(metric).first?.value }

    /// Returns the values of a metric by its first label.
    func values(_ metric: Metric) -> [String: Double] { gauges.values(metric) }

    private static func queues(_ gauges: Gauges) -> [String: Queue] {
        var queues: [String: Queue] = [:]
        for sample in gauges.samples(.brokerSeconds) {
            guard let name = sample.labels.first else { continue }
            queues[name, default: Queue()].times.add(sample.counts)
        }
        let paths: [(Metric, WritableKeyPath<Queue, Double>)] = [
            (.brokerWorkers, \.workers), (.brokerCapacity, \.capacity), (.brokerInFlight, \.inFlight),
            (.brokerQueued, \.queued), (.brokerRetried, \.retried), (.brokerLostWorkers, \.lostWorkers),
        ]
        for (metric, path) in paths {
            for (name, value) in gauges.values(metric) { queues[name, default: Queue()][keyPath: path] += value }
        }
        for sample in gauges.samples(.brokerFailed) where sample.labels.last == ErrorCode.overloaded.rawValue {
            guard let name = sample.labels.first else { continue }
            queues[name, default: Queue()].shed += sample.value
        }
        return queues
    }

    /// The values of a report by the names of their metrics.
    private struct Gauges: Sendable {
        private let families: [String: [MetricSample]]

        init(_ report: MetricsReport) {
            families = Dictionary(report.families.map { ($0.name, $0.samples) }) { $0 + $1 }
        }

        func samples(_ metric: Metric) -> [MetricSample] { families[metric.name] ?? [] }

        func sum(_ metric: Metric) -> Double { samples(metric).reduce(0) { $0 + $1.value } }

        func values(_ metric: Metric) -> [String: Double] {
            Dictionary(
                samples(metric).compactMap { sample in sample.labels.first.map { ($0, sample.value) } },
                uniquingKeysWith: +
            )
        }

        func times(_ metric: Metric) -> TimeCounts {
            samples(metric).reduce(into: TimeCounts()) { $0.add($1.counts) }
        }
    }
}

extension Double {
    /// The largest number of bytes or requests that is shown: sums of a thousand of them fit into an integer.
    private static let shownMax = 1e15

    /// The number without decimals; 0 for a negative one, because a report may claim anything.
    var wholeNumber: Int { self > 0 ? Int(min(self, Self.shownMax)) : 0 }
}
