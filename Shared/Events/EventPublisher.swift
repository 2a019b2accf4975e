package import Contracts
import Logging
package import Messaging
import ServiceLifecycle
package import Storage
import Synchronization

/// Tells the bus how far a service's outbox is: after each commit that wrote events, and about once a second, so that a
/// subscriber which missed a beacon is late by a second at most.
///
/// While an onlooker listens (``EventsWanted``), a copy of each event goes behind the beacon of its commit. Nothing waits for
/// it, and it may be lost.
package struct EventPublisher: Service {
    private static let interval = Duration.seconds(1)

    private let source: ServiceName
    private let store: Store
    private let bus: MessageBus
    private let snapshot: SnapshotSource
    private let onlookers = Onlookers()
    /// How far each subscriber is.
    package let followers = FollowerPlaces()

    package init(of source: ServiceName, store: Store, bus: MessageBus, snapshot: SnapshotSource) {
        self.source = source
        self.store = store
        self.bus = bus
        self.snapshot = snapshot
    }

    package func run() async throws {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let hasNews = NewsFlag()
        store.onEvents {
            hasNews.raise()
            continuation.yield()
        }
        // So that the place from which copies are due is known before the first event.
        continuation.yield()
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await announcement in bus.subscribe(EventsWanted.topic) { onlookers.note(announcement) }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil { continuation.yield() }
                }
                var told: Beacon?
                for await _ in wakes { told = await publish(after: told, hasNews: hasNews.lower()) }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            continuation.finish()
        }
    }

    /// Publishes where the outbox is, and what it has that was not told; gives back how far that is.
    private func publish(after told: Beacon?, hasNews: Bool) async -> Beacon? {
        do {
            let wanted = onlookers.wantedTypes()
            if let told, hasNews, !wanted.isEmpty { return try await publishNews(after: told, copying: wanted) }
            let beacon: Beacon
            if let told, !hasNews { beacon = told } else { beacon = try await store.beacon() }
            try publish(beacon)
            return beacon
        } catch {
            bus.logger.error("no beacon could be published", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func publishNews(after told: Beacon, copying wanted: Set<EventType>) async throws -> Beacon {
        var place = EventsSince(epoch: told.epoch, sequence: told.last)
        while true {
            let news = try await store.events(since: place, source: source)
            let beacon = Beacon(epoch: news.epoch, last: news.last)
            // First the beacon, for which services wait.
            try publish(beacon)
            for event in news.events where wanted.contains(event.type) {
                bus.publish(event.type.topic, try PayloadCoder.encode(event))
            }
            guard let last = news.events.last?.sequence, last < news.last else { return beacon }
            place.sequence = last
        }
    }

    private func publish(_ beacon: Beacon) throws {
        bus.publish(Beacon.topic(of: source), try PayloadCoder.encode(beacon))
    }

    /// How far the outbox is, for Prometheus.
    package func figures() async -> MetricSet {
        var figures = MetricSet()
        if let last = try? await store.beacon().last { figures.add(.lastSequence, Int(last)) }
        return figures
    }

    /// The methods by which subscribers pull the events, reload where they cannot go on, and ask whom they have to forget.
    package var endpoints: [Endpoint] {
        let (store, source, snapshot, followers) = (store, source, snapshot, followers)
        return [
            .handle(EventsSince.method(of: source)) { (place: EventsSince, _: RequestContext) in
                let reply = try await store.events(since: place, source: source)
                if let subscriber = place.subscriber, !reply.reload {
                    followers.note(subscriber, at: Beacon(epoch: reply.epoch, last: place.sequence))
                }
                return reply
            },
            .handle(ErasedUsers.method(of: source)) { (question: ErasedUsers, _: RequestContext) in
                ErasedUsers.Reply(users: try await store.erased(among: question.users))
            },
            .handle(Snapshot.method(of: source)) { (page: Snapshot, _: RequestContext) in
                try await store.snapshot(page, of: source, snapshot)
            },
        ]
    }
}

/// Whether events were written since the outbox was looked at.
private final class NewsFlag: Sendable {
    private let flag = Atomic(true)

    func raise() { flag.store(true, ordering: .sequentiallyConsistent) }

    /// Lowers the flag and tells whether it was up.
    func lower() -> Bool { flag.exchange(false, ordering: .sequentiallyConsistent) }
}
