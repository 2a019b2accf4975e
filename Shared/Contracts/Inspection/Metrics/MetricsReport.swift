/// The figures of one process, as it publishes them when it hears a ``MetricsQuestion``.
///
/// Nothing waits for it, and it may be lost.
package struct MetricsReport: Codable, Sendable, Equatable {
    /// Which processes tell their figures: those of all services, brokers, bridges and gateways.
    package static let sources = ServiceName.all + [BrokerStatus.service, bridge, gateway]
    /// The name under which bridges publish theirs; no service.
    package static let bridge = ServiceName(rawValue: "bridge")
    /// The name under which gateways tell theirs; no service.
    package static let gateway = ServiceName(rawValue: "gateway")
    /// Answers to questions that come faster are spared: whoever asks hears the one before, too.
    package static let pauseNs: UInt64 = 200_000_000

    package var service: ServiceName
    /// Which of the service's processes it is.
    package var process: String
    package var families: [MetricFamily]

    package init(service: ServiceName, process: String, _ figures: MetricSet) {
        self.service = service
        self.process = process
        families = figures.families
    }

    /// Where processes of a service publish their figures.
    package static func topic(of service: ServiceName) -> String { "\(service.rawValue).metrics" }
}

/// Asks every process for its figures: they cost something only while somebody looks, and are of the moment of looking.
package struct MetricsQuestion: Codable, Sendable {
    package static let topic = "metrics.wanted"

    /// Brokers are two at times, and so one question may come twice.
    package var id: UUIDv7

    package init() { id = .make() }
}

extension MetricsReport: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("service", service.rawValue)
            writer.field("process", process)
            writer.field("families") { $0.list(families) { $1.write(to: &$0) } }
        }
    }
}

extension MetricFamily: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("name", name)
            writer.field("samples") { $0.list(samples) { $1.write(to: &$0) } }
        }
    }
}

extension MetricSample: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("labels", labels)
            writer.field("value", value)
            if let counts { writer.field("counts") { $0.list(counts) { $0.element($1) } } }
        }
    }
}
