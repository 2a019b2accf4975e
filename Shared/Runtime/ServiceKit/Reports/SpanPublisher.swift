package import Contracts
import Logging
package import MessageBus
import Observability
import ServiceLifecycle

/// Publishes the finished spans of a process.
///
/// The gateway exports them to a collector: services have no network but the bus.
///
/// It sleeps while no span is recorded.
package struct SpanPublisher: Service {
    /// How long spans are collected, so that those of one request are published together.
    private static let gatherInterval = Duration.milliseconds(200)

    private let service: ServiceName
    private let bus: MessageBus

    package init(_ service: ServiceName, bus: MessageBus) {
        self.service = service
        self.bus = bus
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in bus.spans.news {
                try? await Task.sleep(for: Self.gatherInterval)
                publish(bus.spans.take())
            }
        }
    }

    private func publish(_ spans: [TraceSpan]) {
        var rest = spans[...]
        while !rest.isEmpty {
            let together = Array(rest.prefix(SpanReport.spansMax))
            rest = rest.dropFirst(together.count)
            let report = SpanReport(service: service, process: bus.configuration.instance, spans: together)
            // Texts and finite numbers can always be encoded.
            guard let payload = try? PayloadCoder.encode(report) else { continue }
            bus.publish(SpanReport.topic(of: service), payload)
        }
    }
}
