import Contracts
package import Messaging
import ServiceKit
import ServiceLifecycle

/// Publishes the figures of the bridge, over a bus that is for this alone.
///
/// At a broker of this host the bus has no key. So the broker lets it publish the figures of a bridge, and nothing else. Towards
/// far brokers it is a process of this host, and the key of the bridge must offer `bridge`.
package struct FiguresService: Service {
    private let bus: MessageBus
    private let figures: ProcessFigures

    init(_ figures: BridgeFigures, _ configuration: BridgeConfiguration, _ process: ServiceProcess) {
        self.init(figures, Self.bus(configuration, process.bus))
    }

    /// - Parameters:
    ///   - figures: What is published, besides what the system knows of the process.
    ///   - bus: Connects to the sockets of the bridge.
    package init(_ figures: BridgeFigures, _ bus: MessageBus) {
        self.bus = bus
        let service = MetricsReport.bridge
        self.figures = ProcessFigures(service: service, bus: bus)
        self.figures.add { figures.metrics }
    }

    /// Makes the bus: to the sockets for the bridge where this host has brokers, else to those that the bridge makes.
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
            let (bus, figures) = (bus, figures)
            group.addTask {
                try await withGracefulShutdownHandler {
                    try await bus.run()
                } onGracefulShutdown: {
                    bus.drain()
                }
            }
            group.addTask { try await MetricsPublisher(MetricsReport.bridge, figures, bus: bus).run() }
            try await group.waitForAll()
        }
    }
}
