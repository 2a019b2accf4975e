package import Observability

/// Reports the broker's state.
extension BrokerCore {
    /// Returns the state of each queue that was ever used, sorted by name.
    package func queueStatus() -> [QueueStatus] {
        services.filter(\.wasUsed).map { entry in
            var status = QueueStatus(service: entry.name)
            status.workers = entry.registrations.count
            status.capacity = entry.registrations.map(\.capacity).reduce(0, +)
            status.inFlight = entry.registrations.map(\.inFlight).reduce(0, +)
            status.queued = entry.queue.count
            status.received = entry.counters.received
            status.answered = entry.counters.answered
            status.failed = Dictionary(uniqueKeysWithValues: entry.counters.failed.map { ($0.key.rawValue, $0.value) })
            status.retried = entry.counters.retried
            status.lostWorkers = entry.counters.lostWorkers
            status.perSecond = entry.counters.perSecond
            status.medianUs = entry.counters.times.percentile(50)
            status.percentile99Us = entry.counters.times.percentile(99)
            return status
        }
        .sorted { $0.service < $1.service }
    }
}

/// The counters of one queue, with a histogram of answer times.
package struct QueueMetrics: Sendable {
    package private(set) var status: QueueStatus
    /// Counts by the bounds of ``Buckets``, where each time counts as the middle of its step in the broker's histogram.
    package private(set) var times: [UInt64]
    package private(set) var totalNs: UInt64

    /// Adds the counters of another queue.
    package mutating func add(_ other: QueueMetrics) {
        status.workers += other.status.workers
        status.capacity += other.status.capacity
        status.inFlight += other.status.inFlight
        status.queued += other.status.queued
        status.received += other.status.received
        status.answered += other.status.answered
        status.failed.merge(other.status.failed, uniquingKeysWith: +)
        status.retried += other.status.retried
        status.lostWorkers += other.status.lostWorkers
        for index in times.indices { times[index] += other.times[index] }
        totalNs += other.totalNs
    }
}

extension BrokerCore {
    /// Returns the counters of each queue that was ever used, sorted by name.
    package func queueMetrics() -> [QueueMetrics] {
        let times = Dictionary(services.map { ($0.name, $0.counters.times) }) { first, _ in first }
        return queueStatus().map { status in
            let histogram = times[status.service] ?? TimeHistogram()
            return QueueMetrics(status: status, times: histogram.buckets, totalNs: histogram.totalNs)
        }
    }
}
