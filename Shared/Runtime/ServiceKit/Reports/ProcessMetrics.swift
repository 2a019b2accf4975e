package import Contracts
package import MessageBus
package import Observability
import Synchronization

/// Collects the metrics of a process: from the operating system, from the bus, and from its parts.
package final class ProcessMetrics: Sendable {
    /// A part of the process that has metrics of its own.
    package typealias Source = @Sendable () async -> MetricSet

    private let service: ServiceName
    private let bus: MessageBus
    private let sources = Mutex<[Source]>([])

    package init(service: ServiceName, bus: MessageBus) {
        self.service = service
        self.bus = bus
    }

    /// Registers a part of the process as a source of metrics.
    package func add(_ source: @escaping Source) {
        sources.withLock { $0.append(source) }
    }

    /// Collects all current metrics.
    package func report() async -> MetricsReport {
        var metrics = Self.ofSystem()
        metrics.add(await ofBus())
        for source in sources.withLock({ $0 }) { metrics.add(await source()) }
        return MetricsReport(service: service, process: bus.configuration.instance, metrics)
    }

    /// The metrics that the operating system has of the process, for processes without a bus.
    package static func ofSystem() -> MetricSet { ProcessSample.collect() }

    private func ofBus() async -> MetricSet {
        var metrics = MetricSet()
        let offered = await bus.offeredMetrics()
        for method in offered.flatMap(\.methods) {
            metrics.add(.requestSeconds, by: [method.name], counts: method.times, sum: Double(method.totalNs) / 1e9)
        }
        for method in offered.flatMap(\.methods) {
            for (code, count) in method.errors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                metrics.add(.requestsFailed, by: [method.name, code.rawValue], count)
            }
        }
        for name in offered {
            metrics.add(.requestsInFlight, by: [name.service.rawValue], name.inFlight)
            metrics.add(.requestsCapacity, by: [name.service.rawValue], name.capacity)
        }
        metrics.add(.callsInFlight, bus.callsInFlight)
        metrics.add(.spansDropped, bus.spans.dropped)
        return metrics
    }
}
