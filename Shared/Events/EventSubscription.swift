package import Contracts
import Logging
package import Messaging
import ServiceKit
import ServiceLifecycle
package import Storage

/// Follows the outbox of another service: pulls batches and applies each event once, in order, in one transaction with
/// the cursor, whoever was killed when.
///
/// A beacon only wakes it. Where the outbox cannot go on from the cursor, because one of the two databases was restored
/// from a backup or what comes next is pruned, it reloads the source's snapshot.
package struct EventSubscription: Service {
    /// How long to wait for a beacon before looking anyway: beacons may be lost.
    private static let pollInterval = Duration.seconds(5)
    /// How long to let events gather where they come in crowds: each pull and each commit costs both sides as much for one as for
    /// many.
    private static let crowdInterval = Duration.milliseconds(20)
    /// Events between two waits that are a crowd.
    private static let crowd = 8
    /// How long to wait after a failed pull; the source may be starting.
    private static let retryInterval = Duration.milliseconds(200)

    private let subscriber: ServiceName
    private let source: ServiceName
    private let store: Store
    private let bus: MessageBus
    private let follower: EventFollower
    private let durability: Durability
    /// Held for a batch or a page, so that a request that wants to catch up never waits for a whole reload.
    private let oneAtATime = AsyncLock()
    private let applied = AppliedPlace()
    private let progress = ReloadProgress()

    /// Makes a subscription.
    ///
    /// - Parameters:
    ///   - subscriber: The service that follows.
    ///   - source: The service whose events it follows.
    ///   - store: The subscriber's own database.
    ///   - bus: How to ask the source.
    ///   - follower: What the subscriber does with what it is told.
    ///   - durability: Of what it does; where a power cut may take it back, the source is not told how far it is.
    package init(
        of subscriber: ServiceName,
        to source: ServiceName,
        store: Store,
        bus: MessageBus,
        _ follower: EventFollower,
        durability: Durability = .onDisk
    ) {
        self.subscriber = subscriber
        self.source = source
        self.store = store
        self.bus = bus
        self.follower = follower
        self.durability = durability
    }

    package func run() async throws {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await beacon in bus.subscribe(Beacon.topic(of: source)) where isNews(beacon) {
                        continuation.yield()
                    }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.pollInterval)) != nil { continuation.yield() }
                    continuation.finish()
                }
                for await _ in wakes {
                    await catchUpOrRetry(continuation)
                    if applied.takeCount() >= Self.crowd { try? await Task.sleep(for: Self.crowdInterval) }
                }
            }
        }
    }

    /// Applies everything that the source has told so far.
    ///
    /// - Throws: `ServiceError` if the source cannot be asked, an effect fails, or a reload is due, which takes longer than
    ///   whoever asks for this can wait.
    package func catchUp(_ context: RequestContext) async throws {
        while true {
            switch try await oneAtATime.withLock({ try await applyBatch(context.deadline.millisecondsLeft) }) {
            case .more: continue
            case .done: return
            case .reload: throw ServiceError(.unavailable, "The events of \(source) are being reloaded.")
            }
        }
    }

    /// Whether a beacon tells of more than has been applied.
    ///
    /// One that cannot be read is taken for news.
    private func isNews(_ bytes: [UInt8]) -> Bool {
        guard let beacon = try? PayloadCoder.decodeReply(Beacon.self, from: bytes) else { return true }
        return applied.isNews(beacon)
    }

    /// How far this service is with the source's events, for Prometheus.
    package func figures() -> MetricSet { applied.figures(of: source) }

    private func catchUpOrRetry(_ wakes: AsyncStream<Void>.Continuation) async {
        do {
            try await catchUpWithReload()
        } catch is CancellationError {
            return
        } catch {
            // A source that is away comes back; anything else holds up every later event and wants a look.
            let isAway = (error as? ServiceError)?.retryable ?? false
            applied.noteFailure()
            bus.logger.failure(
                "events could not be applied",
                error,
                ["source": "\(source)"],
                level: isAway ? .debug : .error
            )
            try? await Task.sleep(for: Self.retryInterval)
            wakes.yield()
        }
    }

    private func catchUpWithReload() async throws {
        while true {
            switch try await oneAtATime.withLock({ try await applyBatch(Method.defaultTimeoutMs) }) {
            case .more: continue
            case .done: if try await !auditFindsAnybody() { return }
            case .reload: try await reload()
            }
        }
    }

    private enum Progress {
        case more
        case done
        case reload
    }

    /// Applies one batch.
    private func applyBatch(_ timeLeftMs: Int) async throws -> Progress {
        // A pull confirms what is before it. Whom an event erased has to be gone from the log, too, by then. Who confirms nothing
        // leaves the sign that there is something to clean to those who do.
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
            applied.noteReload()
            return .reload
        }
        let spans = reply.events.compactMap { event in OpenSpan(in: event.traceparent).map { (event, $0) } }
        // Fewer than were pulled where somebody else has moved the cursor meanwhile.
        let count = try await store.apply(reply.events, epoch: reply.epoch, follower, durability: durability)
        for (event, span) in spans { record(span, of: event) }
        let place = Beacon(epoch: reply.epoch, last: reply.events.last?.sequence ?? cursor.sequence)
        applied.note(place, of: reply.last, count: count)
        if reply.events.contains(where: { $0.type == .accountErased }) { return .more }
        return reply.events.isEmpty || reply.events.last?.sequence == reply.last ? .done : .more
    }

    /// Notes a step of the trace in which an event came to be: that it has taken effect here.
    private func record(_ span: OpenSpan, of event: Event) {
        let attributes = ["mealwire.event": event.id.description, "mealwire.source": source.rawValue]
        bus.spans.add(span.ended(event.type.rawValue, .consumer, attributes: attributes))
    }

    /// Replaces what is known from the source by its snapshot.
    ///
    /// Later pages may hold changes that are newer than the first one; the events of these are applied once more
    /// afterwards, from the first page's place on, and end at the newest state. After a failed call it resumes behind the
    /// last page that has taken effect.
    private func reload() async throws {
        if try await !canResume() {
            bus.logger.notice("reloading from a snapshot", metadata: ["source": "\(source)"])
            progress.clear()
            try await store.beginReload(of: source)
        }
        repeat {
            let page = try await oneAtATime.withLock { try await applyPage(behind: progress.state) }
            progress.note(page)
        } while progress.state?.next != nil
        if let first = progress.state?.first {
            try await store.endReload(of: source, at: first.beacon, event: first.event)
        }
        progress.clear()
    }

    /// Returns whether a reload was broken off that can go on: the source still has the event at which the last page was read.
    ///
    /// A source that was restored from a backup meanwhile may have told states in earlier pages that it has lost.
    private func canResume() async throws -> Bool {
        guard let last = progress.state?.last, let event = last.event, try await store.isReloading(source) else {
            return false
        }
        // No types: the answer is needed, and no events.
        let place = EventsSince(epoch: last.beacon.epoch, sequence: last.beacon.last, event: event, types: [])
        let reply = try await bus.call(EventsSince.method(of: source), place, .own(), as: EventsSince.Reply.self)
        return !reply.reload
    }

    /// Erases whom the source has erased, where there is reason to believe that this database has them again.
    private func auditFindsAnybody() async throws -> Bool {
        let doubts = try await store.cursor(of: source).doubts
        guard doubts > 0 else { return false }
        var (last, found) = (UserID?.none, 0)
        while true {
            let people = try await store.people(after: last, limit: ErasedUsers.usersMax, of: follower)
            guard let newLast = people.last else { break }
            let erased = try await bus.call(
                ErasedUsers.method(of: source),
                ErasedUsers(users: people),
                .own(),
                as: ErasedUsers.Reply.self
            ).users
            // A restore brings tombstones along that are newer than the rows.
            let known = Set(try await store.erased(among: people)).union(erased)
            if !known.isEmpty { try await store.erase(Array(known), follower) }
            (last, found) = (newLast, found + known.count)
        }
        try await store.settle(doubts, of: source)
        return found > 0
    }

    private func applyPage(behind state: ReloadProgress.State?) async throws -> Snapshot.Reply {
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
        try await store.apply(page, after: state?.next, follower)
        return page
    }
}
