package import Contracts
import Logging
package import MessageBus
package import Observability
import ServiceLifecycle
package import Storage
import Synchronization

/// Publishes the position of a service's outbox after each commit that wrote events, and about once a second.
///
/// A subscriber that missed a beacon is therefore late by a second at most.
///
/// While an observer is active (``EventsWanted``), a copy of each event follows the beacon of its commit. No process
/// waits for the copies, and they may be lost.
package struct EventPublisher: Service {
    private static let interval = Duration.seconds(1)

    private let source: ServiceName
    private let store: Store
    private let bus: MessageBus
    private let snapshot: SnapshotSource
    private let observers = Observers()
    /// The position of each subscriber.
    package let subscribers = SubscriberOffsets()

    package init(of source: ServiceName, store: Store, bus: MessageBus, snapshot: SnapshotSource) {
        self.source = source
        self.store = store
        self.bus = bus
        self.snapshot = snapshot
    }

    package func run() async throws {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let hasNewEvents = NewEventsFlag()
        store.onEvents {
            hasNewEvents.raise()
            continuation.yield()
        }
        // Determines the position from which copies are due, before the first event.
        continuation.yield()
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await announcement in bus.subscribe(EventsWanted.topic) { observers.record(announcement) }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil { continuation.yield() }
                }
                var published: Beacon?
                for await _ in wakes { published = await publish(after: published, hasNewEvents: hasNewEvents.lower()) }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            continuation.finish()
        }
    }

    /// Publishes the position of the outbox and, if wanted, copies of new events; returns that position.
    private func publish(after published: Beacon?, hasNewEvents: Bool) async -> Beacon? {
        do {
            let wanted = observers.wantedTypes()
            if let published, hasNewEvents, !wanted.isEmpty {
                return try await publishNewEvents(after: published, copying: wanted)
            }
            let beacon: Beacon
            if let published, !hasNewEvents { beacon = published } else { beacon = try await store.beacon() }
            try publish(beacon)
            return beacon
        } catch {
            bus.logger.error("the beacon could not be published", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func publishNewEvents(after published: Beacon, copying wanted: Set<EventType>) async throws -> Beacon {
        var position = EventsSince(epoch: published.epoch, sequence: published.last)
        while true {
            let reply = try await store.events(since: position, source: source)
            let beacon = Beacon(epoch: reply.epoch, last: reply.last)
            // The beacon first, because services wait for it.
            try publish(beacon)
            for event in reply.events where wanted.contains(event.type) {
                bus.publish(event.type.topic, try PayloadCoder.encode(event))
            }
            guard let last = reply.events.last?.sequence, last < reply.last else { return beacon }
            position.sequence = last
        }
    }

    private func publish(_ beacon: Beacon) throws {
        bus.publish(Beacon.topic(of: source), try PayloadCoder.encode(beacon))
    }

    /// The position of the outbox, for Prometheus.
    package func metrics() async -> MetricSet {
        var metrics = MetricSet()
        // Without it, the metric is missing. The failed read is logged where beacons are published.
        if let last = try? await store.beacon().last { metrics.add(.lastSequence, Int(last)) }
        return metrics
    }

    /// The methods that subscribers call to pull events, load snapshots and ask for erased users.
    package var endpoints: [Endpoint] {
        let (store, source, snapshot, subscribers) = (store, source, snapshot, subscribers)
        return [
            .handle(EventsSince.method(of: source)) { (position: EventsSince, _: RequestContext) in
                let reply = try await store.events(since: position, source: source)
                if let subscriber = position.subscriber, !reply.reload {
                    subscribers.record(subscriber, at: Beacon(epoch: reply.epoch, last: position.sequence))
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

/// Whether events were written since the outbox was last read.
private final class NewEventsFlag: Sendable {
    private let flag = Atomic(true)

    func raise() { flag.store(true, ordering: .sequentiallyConsistent) }

    /// Lowers the flag and returns whether it was raised.
    func lower() -> Bool { flag.exchange(false, ordering: .sequentiallyConsistent) }
}

/// Tracks until when observers want copies of events, by type.
final class Observers: Sendable {
    private let wantedUntil = Mutex<[EventType: Deadline]>([:])

    /// Records an announcement.
    ///
    /// An unreadable one comes from a later version and is ignored.
    func record(_ announcement: [UInt8]) {
        guard let wanted = try? PayloadCoder.decodeReply(EventsWanted.self, from: announcement) else { return }
        let end = Deadline.after(milliseconds: EventsWanted.lifetimeMs)
        wantedUntil.withLock { until in for type in wanted.types { until[type] = end } }
    }

    /// Returns the types that observers want now.
    func wantedTypes() -> Set<EventType> {
        wantedUntil.withLock { until in
            until = until.filter { !$0.value.hasPassed }
            return Set(until.keys)
        }
    }
}

/// The positions of a service's subscribers, from their requests since the service started.
///
/// In memory only, because each subscriber asks every few seconds.
package final class SubscriberOffsets: Sendable {
    private let positions = Mutex<[ServiceName: Beacon]>([:])
    private let wake: AsyncStream<Void>.Continuation
    /// Yields when a subscriber has asked; for a single reader.
    package let news: AsyncStream<Void>

    package init() {
        (news, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns whether all of the subscribers have applied the event at this position.
    package func haveAllPassed(_ event: Beacon, _ subscribers: [ServiceName]) -> Bool {
        positions.withLock { positions in
            subscribers.allSatisfy { subscriber in
                guard let position = positions[subscriber] else { return false }
                return position.epoch == event.epoch && position.last >= event.last
            }
        }
    }

    package func record(_ subscriber: ServiceName, at position: Beacon) {
        positions.withLock { $0[subscriber] = position }
        wake.yield()
    }
}
