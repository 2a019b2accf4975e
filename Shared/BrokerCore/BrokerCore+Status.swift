package import Contracts

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
