package import Contracts

/// The metrics of one process, published in reply to a ``MetricsQuestion``.
///
/// A report may be lost; no other process waits for it.
package struct MetricsReport: Codable, Sendable, Equatable {
    /// The processes that publish metrics: those of all services, brokers, bridges and gateways.
    package static let sources = ServiceName.all + [BrokerStatus.service, bridge, gateway]
    /// The name under which bridges publish metrics; no service.
    package static let bridge = ServiceName(rawValue: "bridge")
    /// The name under which gateways publish metrics; no service.
    package static let gateway = ServiceName(rawValue: "gateway")
    /// Minimum time between two reports, in nanoseconds.
    ///
    /// Questions in between are not answered, because each report reaches all askers.
    package static let pauseNs: UInt64 = 200_000_000

    package var service: ServiceName
    /// The instance of the service.
    package var process: String
    package var families: [MetricFamily]

    package init(service: ServiceName, process: String, _ metrics: MetricSet) {
        self.service = service
        self.process = process
        families = metrics.families
    }

    /// The topic on which processes of a service publish their metrics.
    package static func topic(of service: ServiceName) -> String { "\(service.rawValue).metrics" }
}

/// Asks every process for its metrics, so that they cost nothing unless requested, and are current.
package struct MetricsQuestion: Codable, Sendable {
    package static let topic = "metrics.wanted"

    /// Identifies duplicates: with two brokers a question may arrive twice.
    package var id: UUIDv7

    package init() { id = .make() }
}
