package import Contracts
import Logging
package import Messaging
import ServiceLifecycle
package import Storage
import Synchronization

/// Follows the outbox of another service: pulls batches and applies each event once, in order, in one transaction with
/// the cursor, whoever was killed when.
///
/// A beacon only wakes it.
package struct EventSubscription: Service {
    /// How long to wait for a beacon before looking anyway: beacons may be lost.
    private static let pollInterval = Duration.seconds(5)
    /// How long to wait after a failed pull; the source may be starting.
    private static let retryInterval = Duration.milliseconds(200)

    /// What one event does to this service's own tables.
    package typealias Effect = @Sendable (Event, SQLTransaction) throws -> Void

    private let source: ServiceName
    private let store: Store
    private let bus: MessageBus
    private let effect: Effect
    private let oneAtATime = AsyncLock()
    private let applied = AppliedPlace()

    package init(to source: ServiceName, store: Store, bus: MessageBus, _ effect: @escaping Effect) {
        self.source = source
        self.store = store
        self.bus = bus
        self.effect = effect
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
                for await _ in wakes { await catchUpOrRetry(continuation) }
            }
        }
    }

    /// Applies everything that the source has told so far.
    ///
    /// - Throws: `ServiceError` if the source cannot be asked or an effect fails.
    package func catchUp(_ context: RequestContext = .own()) async throws {
        try await oneAtATime.withLock {
            while try await applyBatch(context) {}
        }
    }

    /// Whether a beacon tells of more than has been applied.
    ///
    /// One that cannot be read is taken for news.
    private func isNews(_ bytes: [UInt8]) -> Bool {
        guard let beacon = try? PayloadCoder.decodeReply(Beacon.self, from: bytes) else { return true }
        return applied.place != beacon
    }

    private func catchUpOrRetry(_ wakes: AsyncStream<Void>.Continuation) async {
        do {
            try await catchUp()
        } catch is CancellationError {
            return
        } catch {
            // A source that is away comes back; anything else holds up every later event and wants a look.
            let isAway = (error as? ServiceError)?.retryable ?? false
            bus.logger.log(
                level: isAway ? .debug : .error,
                "events could not be applied",
                metadata: ["source": "\(source)", "error": "\(error)"]
            )
            try? await Task.sleep(for: Self.retryInterval)
            wakes.yield()
        }
    }

    /// Applies one batch; false when there was nothing left.
    private func applyBatch(_ context: RequestContext) async throws -> Bool {
        let cursor = try await store.cursor(of: source)
        let pull = RequestContext.own(timeoutMs: min(context.deadline.millisecondsLeft, Method.defaultTimeoutMs))
        let reply = try await bus.call(
            EventsSince.method(of: source),
            EventsSince(epoch: cursor.epoch, sequence: cursor.sequence),
            pull,
            as: EventsSince.Reply.self
        )
        if reply.reset {
            bus.logger.warning("starting again with another epoch of events", metadata: ["source": "\(source)"])
            try await store.resetCursor(of: source, to: reply.epoch)
            return true
        }
        for event in reply.events {
            _ = try await store.apply(event, epoch: reply.epoch, effect)
        }
        applied.place = Beacon(epoch: reply.epoch, last: reply.events.last?.sequence ?? cursor.sequence)
        return !reply.events.isEmpty && reply.events.last?.sequence != reply.last
    }
}

/// How far the events of a source have taken effect, kept in memory so that a beacon without news costs nothing.
private final class AppliedPlace: Sendable {
    private let storage = Mutex<Beacon?>(nil)

    var place: Beacon? {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
