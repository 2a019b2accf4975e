package import Contracts
import Logging
package import MessageBus
import Observability
import ServiceLifecycle

/// Publishes the metrics of a process on request.
package struct MetricsPublisher: Service {
    private let service: ServiceName
    private let metrics: ProcessMetrics
    private let bus: MessageBus

    package init(_ service: ServiceName, _ metrics: ProcessMetrics, bus: MessageBus) {
        self.service = service
        self.metrics = metrics
        self.bus = bus
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var answeredAt: UInt64?
            for await _ in bus.subscribe(MetricsQuestion.topic) {
                // All subscribers receive each report, so requests within the pause are covered by the last one.
                let now = Deadline.monotonicNanoseconds()
                if let last = answeredAt, Deadline.elapsed(from: last, to: now) < MetricsReport.pauseNs { continue }
                answeredAt = now
                await publish()
            }
        }
    }

    private func publish() async {
        do {
            bus.publish(MetricsReport.topic(of: service), try PayloadCoder.encode(await metrics.report()))
        } catch {
            bus.logger.failure("metrics could not be published", error)
        }
    }
}
