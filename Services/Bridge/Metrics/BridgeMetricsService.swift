package import MessageBus
import Observability
import ServiceKit
import ServiceLifecycle

/// Publishes the metrics of the bridge, over a bus that has no other use.
///
/// The bus announces no key at a broker of this host, so the broker only lets it publish the metrics of a bridge. For
/// far brokers it is a process of this host, and the key of the bridge must offer `bridge`.
package struct BridgeMetricsService: Service {
    private let bus: MessageBus
    private let report: ProcessMetrics

    init(_ metrics: BridgeMetrics, _ configuration: BridgeConfiguration, _ process: ServiceProcess) {
        self.init(metrics, Self.bus(configuration, process.bus))
    }

    /// - Parameters:
    ///   - metrics: The bridge's metrics; those of the process, as the system reports them, are added.
    ///   - bus: Connects to the sockets of the bridge.
    package init(_ metrics: BridgeMetrics, _ bus: MessageBus) {
        self.bus = bus
        let service = MetricsReport.bridge
        report = ProcessMetrics(service: service, bus: bus)
        report.add { metrics.current }
    }

    /// Makes the bus, which connects to the brokers' sockets for the bridge if the bridge listens.
    ///
    /// Otherwise it connects to the sockets that the bridge itself makes.
    private static func bus(_ configuration: BridgeConfiguration, _ process: MessageBus) -> MessageBus {
        let data = configuration.data
        let brokers = DataDirectory.brokerNumbers.map { number in
            configuration.listening == nil ? data.endpoints(ofBroker: number) : data.bridgeEndpoints(ofBroker: number)
        }
        let bus = BusConfiguration(instance: process.configuration.instance, brokers: brokers, callees: [])
        return MessageBus(bus, logger: process.logger)
    }

    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (bus, report) = (bus, report)
            group.addTask {
                try await withGracefulShutdownHandler {
                    try await bus.run()
                } onGracefulShutdown: {
                    bus.drain()
                }
            }
            group.addTask { try await MetricsPublisher(MetricsReport.bridge, report, bus: bus).run() }
            try await group.waitForAll()
        }
    }
}
