package import Contracts
import Logging
package import Messaging
import ServiceLifecycle
package import Storage

/// Tells the bus how far a service's outbox is: after each commit that wrote events, and about once a second, so that a
/// subscriber which missed a beacon is late by a second at most.
package struct EventPublisher: Service {
    private static let interval = Duration.seconds(1)

    private let source: ServiceName
    private let store: Store
    private let bus: MessageBus

    package init(of source: ServiceName, store: Store, bus: MessageBus) {
        self.source = source
        self.store = store
        self.bus = bus
    }

    package func run() async throws {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        store.onEvents { continuation.yield() }
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil { continuation.yield() }
                }
                for await _ in wakes { await publish() }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            continuation.finish()
        }
    }

    private func publish() async {
        do {
            bus.publish(Beacon.topic(of: source), try PayloadCoder.encode(try await store.beacon()))
        } catch {
            bus.logger.error("no beacon could be published", metadata: ["error": "\(error)"])
        }
    }

    /// The method by which subscribers pull the events.
    package var endpoint: Endpoint {
        let (store, source) = (store, source)
        return .handle(EventsSince.method(of: source)) { (place: EventsSince, _: RequestContext) in
            try await store.events(since: place, source: source)
        }
    }
}
