package import Contracts
package import Logging
import MessageBus
package import ServiceKit
import ServiceLifecycle
import Synchronization

/// Follows the events of one service, and posts hints for the affected users.
///
/// The service's beacon wakes the feed, which then asks for everything new. So a lost beacon delays a hint but does not
/// lose it. Without open streams, the feed asks nothing.
package final class LiveFeed: Service {
    /// Calls the service.
    package typealias Ask = @Sendable (EventsSince) async throws(ServiceError) -> EventsSince.Reply

    /// The longest time that a new stream waits for the feed to catch up; after it, its client may get a reset.
    private static let readyWait = Duration.seconds(2)
    /// A position that no outbox reaches; the answer to it contains the position of the end.
    private static let endPosition = Int64.max

    private struct State {
        /// The position after the last known event; nil before the first answer.
        var position: EventsSince?
        /// True if all changes are known, or the next beacon will report them.
        var isCaughtUp = false
        /// The streams that wait for the feed, by a number of their own.
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastWaiting = 0
    }

    private let types: [EventType]
    private let hub: LiveHub
    private let follower: BeaconFollower
    private let ask: Ask
    private let logger: Logger
    private let state = Mutex(State())

    /// Makes a feed that has not asked yet.
    ///
    /// - Parameters:
    ///   - types: The types of events to follow.
    ///   - hub: Receives the hints.
    ///   - follower: Follows the service's beacons.
    ///   - logger: Logs events that cannot be decoded.
    ///   - ask: Calls the service.
    package init(
        of types: [EventType],
        hub: LiveHub,
        follower: BeaconFollower,
        logger: Logger,
        ask: @escaping Ask
    ) {
        (self.types, self.hub, self.follower, self.logger, self.ask) = (types, hub, follower, logger, ask)
    }

    /// Makes a feed of a service on the bus.
    convenience init(of service: ServiceDescription, bus: MessageBus, hub: LiveHub, pollInterval: Duration) {
        let method = EventsSince.method(of: service.name)
        let follower = BeaconFollower(
            orLog: "changes could not be requested",
            from: service.name,
            on: bus,
            pollInterval: pollInterval
        )
        self.init(of: service.liveEvents, hub: hub, follower: follower, logger: bus.logger) {
            request throws(ServiceError) in
            try await bus.call(method, request, .own(), as: EventsSince.Reply.self)
        }
    }

    package func run() async throws {
        await follower.run { _ in
            let hasListeners = self.hub.count > 0
            if !hasListeners { self.state.withLock { $0.isCaughtUp = false } }
            return hasListeners
        } turn: {
            try await self.catchUpForListeners()
        }
    }

    /// Waits until all changes up to now are known, but at most ``readyWait``.
    package func ready() async {
        let (answer, waiter) = AsyncStream.makeStream(of: Void.self)
        let number = state.withLock { state -> Int? in
            if state.isCaughtUp { return nil }
            state.lastWaiting += 1
            state.waiting[state.lastWaiting] = waiter
            return state.lastWaiting
        }
        guard let number else { return }
        // Also after the longest wait: while the service is down, nothing else would remove the waiter.
        defer { state.withLock { $0.waiting[number] = nil } }
        follower.ask()
        await withDiscardingTaskGroup { group in
            group.addTask {
                try? await Task.sleep(for: Self.readyWait)
                waiter.finish()
            }
            for await _ in answer {}
            group.cancelAll()
        }
    }

    private func catchUpForListeners() async throws(ServiceError) {
        guard hub.count > 0 else {
            state.withLock { $0.isCaughtUp = false }
            return
        }
        // Those that begin to wait during the call have woken the feed again.
        let waiting = state.withLock { Array($0.waiting.values) }
        try await catchUp()
        state.withLock { $0.isCaughtUp = true }
        for waiter in waiting { waiter.finish() }
    }

    /// Asks for everything new, and posts it as hints.
    private func catchUp() async throws(ServiceError) {
        var isMore = true
        while isMore {
            let known = state.withLock { $0.position }
            let asked = known ?? EventsSince(epoch: nil, sequence: Self.endPosition, types: types)
            let reply = try await ask(asked)
            // With so many new events, the ring would drop hints before they are sent.
            let isFarBehind = reply.last - asked.sequence > Int64(LiveHintRing.capacity)
            if reply.reload || isFarBehind {
                hub.resetAll()
                isMore = false
            } else {
                post(reply.events)
                isMore = reply.events.count >= EventsSince.batchMax
            }
            let sequence = isMore ? reply.events.last?.sequence ?? reply.last : reply.last
            state.withLock { $0.position = EventsSince(epoch: reply.epoch, sequence: sequence, types: types) }
        }
    }

    private func post(_ events: [Event]) {
        var hints: [(hint: LiveHint, audience: LiveAudience)] = []
        for event in events {
            guard let change = change(in: event) else { continue }
            // A reset makes up for all hints before it, and for those that follow in the same reply.
            guard let changed = change.hints(at: Int(event.sequence)) else { return hub.resetAll() }
            let audience: LiveAudience = event.subject == .noUser ? .allUsers : .user(event.subject)
            hints += changed.map { ($0, audience) }
        }
        hub.post(hints)
    }

    private func change(in event: Event) -> (any LiveEventPayload)? {
        do throws(ServiceError) {
            return try event.liveChange()
        } catch {
            logger.error(
                "an event could not be turned into a hint",
                metadata: ["type": "\(event.type)", "error": "\(error)"]
            )
            return nil
        }
    }
}
