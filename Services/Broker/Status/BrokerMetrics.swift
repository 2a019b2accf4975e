import BrokerCore
import Observability

/// Collects the broker's own metrics for Prometheus.
///
/// Queues with names that are not Mealwire's are summed as one: any Majordomo peer can invent such names.
struct BrokerMetrics {
    private var queues: [(name: String, metrics: QueueMetrics)] = []

    init(_ queues: [QueueMetrics]) {
        for queue in queues {
            let name = RequestRouter.ownNames.contains(queue.status.service) ? queue.status.service : Metric.otherQueues
            if let index = self.queues.firstIndex(where: { $0.name == name }) {
                self.queues[index].metrics.add(queue)
            } else {
                self.queues.append((name, queue))
            }
        }
    }

    /// A value for each queue, of each metric.
    var metrics: MetricSet {
        var metrics = MetricSet()
        for (name, queue) in queues {
            metrics.add(.brokerSeconds, by: [name], counts: queue.times, sum: Double(queue.totalNs) / 1e9)
        }
        add(.brokerReceived, \.received, to: &metrics)
        add(.brokerRetried, \.retried, to: &metrics)
        add(.brokerLostWorkers, \.lostWorkers, to: &metrics)
        add(.brokerWorkers, \.workers, to: &metrics)
        add(.brokerCapacity, \.capacity, to: &metrics)
        add(.brokerInFlight, \.inFlight, to: &metrics)
        add(.brokerQueued, \.queued, to: &metrics)
        for (name, queue) in queues {
            for (code, count) in queue.status.failed.sorted(by: { $0.key < $1.key }) {
                metrics.add(.brokerFailed, by: [name, code], count)
            }
        }
        return metrics
    }

    private func add(_ metric: Metric, _ value: KeyPath<QueueStatus, Int>, to metrics: inout MetricSet) {
        for (name, queue) in queues { metrics.add(metric, by: [name], queue.status[keyPath: value]) }
    }
}

/// Builds the report that the broker publishes when all processes are asked for their metrics.
extension RequestRouter {
    /// Returns the metrics of this broker.
    ///
    /// - Parameters:
    ///   - system: The process metrics from the operating system.
    ///   - process: The broker's name.
    /// - Returns: The report to publish.
    func metricsReport(_ system: MetricSet, of process: String) -> MetricsReport {
        var metrics = system
        metrics.add(BrokerMetrics(core.queueMetrics()).metrics)
        metrics.add(.brokerHeld, core.heldCount)
        metrics.add(.brokerHeldBytes, core.heldBytes)
        metrics.add(.brokerPeers, sockets.peers.all.count)
        metrics.add(.brokerLateAnswers, core.unknownTokens)
        metrics.add(.brokerBadMessages, badMessages)
        return MetricsReport(service: BrokerStatus.service, process: process, metrics)
    }
}
