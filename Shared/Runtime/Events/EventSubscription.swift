package import Contracts
import Logging
package import MessageBus
package import Observability
import ServiceKit
import ServiceLifecycle
package import Storage
import Threading

/// Follows the outbox of another service.
///
/// Pulls batches and applies each event exactly once, in order, in one transaction with the cursor. This holds even if
/// a process is killed at any point.
///
/// A beacon only triggers a pull. If the outbox cannot continue from the cursor, it reloads the source's snapshot. That
/// happens after a restore of either database, or if the next events are pruned.
package struct EventSubscription: Service {
    /// Interval of pulls without a beacon: beacons may be lost.
    private static let pollInterval = Duration.seconds(5)
    /// Pause that lets events accumulate at high rates.
    ///
    /// A pull and a commit cost both sides as much for one event as for many.
    private static let burstInterval = Duration.milliseconds(20)
    /// Number of events per wake-up from which the rate counts as high.
    private static let burstThreshold = 8

    private let subscriber: ServiceName
    private let source: ServiceName
    private let store: Store
    private let bus: MessageBus
    private let eventSubscriber: EventSubscriber
    private let durability: Durability
    /// Held for one batch or page, so that a request waiting in `catchUp` never waits for a whole reload.
    private let lock = AsyncLock()
    private let applied = AppliedOffset()
    private let progress = ReloadProgress()

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - subscriber: The service that follows.
    ///   - source: The service that publishes the events.
    ///   - store: The subscriber's own database.
    ///   - bus: The bus for requests to the source.
    ///   - eventSubscriber: What the subscriber does with the events.
    ///   - durability: The durability of the effects. If a power cut may undo them, positions are not confirmed to
    ///     the source.
    package init(
        of subscriber: ServiceName,
        to source: ServiceName,
        store: Store,
        bus: MessageBus,
        _ eventSubscriber: EventSubscriber,
        durability: Durability = .onDisk
    ) {
        self.subscriber = subscriber
        self.source = source
        self.store = store
        self.bus = bus
        self.eventSubscriber = eventSubscriber
        self.durability = durability
    }

    package func run() async throws {
        let follower = BeaconFollower(
            orLog: "events of \(source) could not be applied",
            from: source,
            on: bus,
            pollInterval: Self.pollInterval
        )
        await follower.run(isNews: announcesNewEvents) {
            do {
                try await catchUpWithReload()
            } catch {
                if !(error is CancellationError) { applied.recordFailure() }
                throw error
            }
            if applied.takeCount() >= Self.burstThreshold { try await Task.sleep(for: Self.burstInterval) }
        }
    }

    /// Applies all events that the source has published so far.
    ///
    /// - Throws: `ServiceError` if the source cannot be reached, an event fails, or a reload is due. A reload takes
    ///   longer than a caller can wait.
    package func catchUp(_ context: RequestContext) async throws {
        while true {
            switch try await lock.withLock({ try await applyBatch(context.deadline.millisecondsLeft) }) {
            case .more: continue
            case .done: return
            case .reload: throw ServiceError(.unavailable, "The events of \(source) are being reloaded.")
            }
        }
    }

    /// Returns whether a beacon announces unapplied events.
    ///
    /// An unreadable beacon counts as news.
    private func announcesNewEvents(_ bytes: [UInt8]) -> Bool {
        guard let beacon = try? PayloadCoder.decodeReply(Beacon.self, from: bytes) else { return true }
        return applied.announcesNewEvents(beacon)
    }

    /// The position of this service in the source's events, for Prometheus.
    package func metrics() -> MetricSet { applied.metrics(of: source) }

    private func catchUpWithReload() async throws {
        while true {
            switch try await lock.withLock({ try await applyBatch(Method.defaultTimeoutMs) }) {
            case .more: continue
            case .done: if try await !auditFindsErasedUsers() { return }
            case .reload: try await reload()
            }
        }
    }

    private enum Progress {
        case more
        case done
        case reload
    }

    /// Pulls and applies one batch.
    private func applyBatch(_ timeLeftMs: Int) async throws -> Progress {
        // A pull confirms all earlier events. Data erased by them must be gone from the write-ahead log by then. A
        // subscription that confirms nothing leaves the cleaning flag to those that do.
        let isClean = durability == .onDisk ? try await store.cleanUp() : false
        let cursor = try await store.cursor(of: source)
        let reply = try await bus.call(
            EventsSince.method(of: source),
            EventsSince(
                epoch: cursor.epoch,
                sequence: cursor.sequence,
                event: cursor.event,
                subscriber: isClean ? subscriber : nil
            ),
            .own(timeoutMs: min(timeLeftMs, Method.defaultTimeoutMs)),
            as: EventsSince.Reply.self
        )
        if reply.reload {
            applied.recordReload()
            return .reload
        }
        let spans = reply.events.compactMap { event in OpenSpan(in: event.traceparent).map { (event, $0) } }
        // Fewer than were pulled if another task moved the cursor in the meantime.
        let count = try await store.apply(reply.events, epoch: reply.epoch, eventSubscriber, durability: durability)
        for (event, span) in spans { record(span, of: event) }
        let position = Beacon(epoch: reply.epoch, last: reply.events.last?.sequence ?? cursor.sequence)
        applied.record(position, of: reply.last, count: count)
        if reply.events.contains(where: { $0.type == AccountErased.type }) { return .more }
        return reply.events.isEmpty || reply.events.last?.sequence == reply.last ? .done : .more
    }

    /// Adds a span to the event's trace: the event has taken effect here.
    private func record(_ span: OpenSpan, of event: Event) {
        let attributes = ["mealwire.event": event.id.description, "mealwire.source": source.rawValue]
        bus.spans.add(span.ended(event.type.rawValue, .consumer, attributes: attributes))
    }

    /// Replaces the source's data in this service by a snapshot.
    ///
    /// Later pages may contain changes newer than the first page. Their events are applied again afterwards, from the
    /// first page's position on, and end at the newest state. After a failed call, the reload resumes after the last
    /// page that took effect.
    private func reload() async throws {
        if try await !canResume() {
            bus.logger.notice("reloading from a snapshot", metadata: ["source": "\(source)"])
            progress.clear()
            try await store.beginReload(of: source)
        }
        repeat {
            let page = try await lock.withLock { try await applyPage(after: progress.state) }
            progress.record(page)
        } while progress.state?.next != nil
        if let first = progress.state?.first {
            try await store.endReload(of: source, at: first.beacon, event: first.event)
        }
        progress.clear()
    }

    /// Returns whether an interrupted reload can resume: the source must still have the event at which the last page
    /// was read.
    ///
    /// A source restored from a backup in the meantime may have lost states that earlier pages contain.
    private func canResume() async throws -> Bool {
        guard let last = progress.state?.last, let event = last.event, try await store.isReloading(source) else {
            return false
        }
        // No types: only the reply is needed, without events.
        let position = EventsSince(epoch: last.beacon.epoch, sequence: last.beacon.last, event: event, types: [])
        let reply = try await bus.call(EventsSince.method(of: source), position, .own(), as: EventsSince.Reply.self)
        return !reply.reload
    }

    /// Erases users that the source has erased, if there is reason to suspect that this database contains them again.
    ///
    /// Returns whether there were any.
    private func auditFindsErasedUsers() async throws -> Bool {
        let requests = try await store.cursor(of: source).auditRequests
        guard requests > 0 else { return false }
        var (last, found) = (UserID?.none, 0)
        while true {
            let people = try await store.people(after: last, limit: ErasedUsers.usersMax, of: eventSubscriber)
            guard let newLast = people.last else { break }
            let erased = try await bus.call(
                ErasedUsers.method(of: source),
                ErasedUsers(users: people),
                .own(),
                as: ErasedUsers.Reply.self
            ).users
            // After a restore, tombstones may be newer than the rows.
            let known = Set(try await store.erased(among: people)).union(erased)
            if !known.isEmpty { try await store.erase(Array(known), eventSubscriber) }
            (last, found) = (newLast, found + known.count)
        }
        try await store.clearAuditRequests(requests, of: source)
        return found > 0
    }

    private func applyPage(after state: ReloadProgress.State?) async throws -> Snapshot.Reply {
        let page = try await bus.call(
            Snapshot.method(of: source),
            Snapshot(after: state?.next),
            .own(),
            as: Snapshot.Reply.self
        )
        if let last = state?.last.beacon, page.epoch != last.epoch || page.sequence < last.last {
            progress.clear()
            throw ServiceError(.unavailable, "\(source) was restored from a backup during a reload.")
        }
        try await store.apply(page, after: state?.next, eventSubscriber)
        return page
    }
}
