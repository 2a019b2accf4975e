package import Contracts
package import Messaging
import Synchronization

/// Collects the metrics of a process: from the operating system, from the bus, and from its parts.
package final class ProcessFigures: Sendable {
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
        var figures = Self.ofSystem()
        figures.add(await ofBus())
        for source in sources.withLock({ $0 }) { figures.add(await source()) }
        return MetricsReport(service: service, process: bus.configuration.instance, figures)
    }

    /// The metrics that the operating system has of the process, for processes without a bus.
    package static func ofSystem() -> MetricSet { ProcessSample.take() }

    private func ofBus() async -> MetricSet {
        var figures = MetricSet()
        let offered = await bus.offeredFigures()
        for method in offered.flatMap(\.methods) {
            figures.add(.requestSeconds, by: [method.name], counts: method.times, sum: Double(method.totalNs) / 1e9)
        }
        for method in offered.flatMap(\.methods) {
            for (code, count) in method.errors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                figures.add(.requestsFailed, by: [method.name, code.rawValue], count)
            }
        }
        for name in offered {
            figures.add(.requestsInFlight, by: [name.service.rawValue], name.inFlight)
            figures.add(.requestsCapacity, by: [name.service.rawValue], name.capacity)
        }
        figures.add(.callsInFlight, bus.callsInFlight)
        figures.add(.spansDropped, bus.spans.dropped)
        return figures
    }
}
