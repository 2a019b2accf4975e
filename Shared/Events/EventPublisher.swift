package import Contracts
import Logging
package import Messaging
import ServiceLifecycle
package import Storage
import Synchronization

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
        let hasNews = NewsFlag()
        store.onEvents {
            hasNews.raise()
            continuation.yield()
        }
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil { continuation.yield() }
                }
                var beacon: Beacon?
                for await _ in wakes { beacon = await publish(hasNews.lower() ? nil : beacon) }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            continuation.finish()
        }
    }

    /// Publishes where the outbox is; looks it up where that is not known.
    private func publish(_ known: Beacon?) async -> Beacon? {
        do {
            let beacon: Beacon
            if let known { beacon = known } else { beacon = try await store.beacon() }
            bus.publish(Beacon.topic(of: source), try PayloadCoder.encode(beacon))
            return beacon
        } catch {
            bus.logger.error("no beacon could be published", metadata: ["error": "\(error)"])
            return nil
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

/// Whether events were written since the outbox was looked at.
private final class NewsFlag: Sendable {
    private let flag = Atomic(true)

    func raise() { flag.store(true, ordering: .sequentiallyConsistent) }

    /// Lowers the flag and tells whether it was up.
    func lower() -> Bool { flag.exchange(false, ordering: .sequentiallyConsistent) }
}
