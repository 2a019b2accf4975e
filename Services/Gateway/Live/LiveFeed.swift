package import Contracts
package import Logging
import Messaging
import ServiceLifecycle
import Synchronization

/// Follows the events of one service for those who listen, and makes hints of them.
///
/// The service's beacon wakes it, and it asks for what it does not know yet; so a lost beacon delays a hint and loses none.
/// While nobody listens, nothing is asked.
package final class LiveFeed: Service {
    /// How to ask the service.
    package typealias Ask = @Sendable (EventsSince) async throws(ServiceError) -> EventsSince.Reply

    /// How long to wait for a beacon before looking anyway: beacons may be lost.
    private static let pollInterval = Duration.seconds(5)
    /// How long to wait after a failed question; the service may be starting.
    private static let retryInterval = Duration.milliseconds(200)
    /// How long somebody who wants to listen waits until all that is old is known; later they are told to fetch anew.
    private static let readyWait = Duration.seconds(2)
    /// A place that no outbox has reached: the answer to it says where the end is.
    private static let beyondTheEnd = Int64.max

    private struct State {
        /// Behind the last event that is known; nil before the first answer.
        var place: EventsSince?
        /// The newest beacon, and the one that was the newest when the last question was asked that was answered.
        var heard: [UInt8] = []
        var answered: [UInt8] = []
        /// Whether all is known, or will be as soon as a beacon comes.
        var isWarm = false
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let types: [EventType]
    private let hub: LiveHub
    private let ask: Ask
    private let beacons: @Sendable () -> AsyncStream<[UInt8]>
    private let logger: Logger
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// Makes one that has asked nothing yet.
    ///
    /// - Parameters:
    ///   - types: The types of events to follow.
    ///   - hub: Who is told.
    ///   - ask: How to ask the service.
    ///   - beacons: How to hear its beacons.
    ///   - logger: Hears of what goes wrong.
    package init(
        types: [EventType],
        hub: LiveHub,
        ask: @escaping Ask,
        beacons: @escaping @Sendable () -> AsyncStream<[UInt8]>,
        logger: Logger
    ) {
        self.types = types
        self.hub = hub
        self.ask = ask
        self.beacons = beacons
        self.logger = logger
        (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Follows a service over the bus.
    convenience init(of service: ServiceName, types: [EventType], hub: LiveHub, bus: MessageBus) {
        let method = EventsSince.method(of: service)
        self.init(
            types: types,
            hub: hub,
            ask: { place throws(ServiceError) in
                try await bus.call(method, place, .own(), as: EventsSince.Reply.self)
            },
            beacons: { bus.subscribe(Beacon.topic(of: service)) },
            logger: bus.logger
        )
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await beacon in self.beacons() where self.isNews(beacon) { self.wake.yield() }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.pollInterval)) != nil { self.wake.yield() }
                    self.wake.finish()
                }
                for await _ in self.wakes { await self.catchUpOrRetry() }
            }
        }
    }

    /// Waits until all that has changed by now is known, but not for long.
    package func ready() async {
        let (answer, waiter) = AsyncStream.makeStream(of: Void.self)
        let isWarm = state.withLock { state in
            if !state.isWarm { state.waiting.append(waiter) }
            return state.isWarm
        }
        if isWarm { return }
        wake.yield()
        await withDiscardingTaskGroup { group in
            group.addTask {
                try? await Task.sleep(for: Self.readyWait)
                waiter.finish()
            }
            for await _ in answer {}
            group.cancelAll()
        }
    }

    private func isNews(_ beacon: [UInt8]) -> Bool {
        let hasListeners = hub.count > 0
        return state.withLock { state in
            state.heard = beacon
            if !hasListeners { state.isWarm = false }
            return hasListeners && state.answered != beacon
        }
    }

    private func catchUpOrRetry() async {
        guard hub.count > 0 else {
            state.withLock { $0.isWarm = false }
            return
        }
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        do throws(ServiceError) {
            try await catchUp()
            for waiter in waiting { waiter.finish() }
        } catch {
            state.withLock { $0.waiting += waiting }
            guard !Task.isCancelled else { return }
            logger.log(
                level: error.retryable ? .debug : .error,
                "events could not be asked for",
                metadata: ["error": "\(error)"]
            )
            try? await Task.sleep(for: Self.retryInterval)
            wake.yield()
        }
    }

    /// Asks for all that is not known yet, and tells of it.
    private func catchUp() async throws(ServiceError) {
        let heard = state.withLock { $0.heard }
        var isMore = true
        while isMore {
            let known = state.withLock { $0.place }
            let place = known ?? EventsSince(epoch: nil, sequence: Self.beyondTheEnd, types: types)
            let reply = try await ask(place)
            // So far behind, more would be folded and forgotten than told.
            let isFarBehind = reply.last - place.sequence > Int64(LiveRing.capacity)
            if reply.reload || isFarBehind {
                hub.resetAll()
                isMore = false
            } else {
                hub.post(hints(of: reply.events))
                isMore = reply.events.count >= EventsSince.batchMax
            }
            let sequence = isMore ? reply.events.last?.sequence ?? reply.last : reply.last
            state.withLock { $0.place = EventsSince(epoch: reply.epoch, sequence: sequence, types: types) }
        }
        state.withLock { state in
            state.answered = heard
            state.isWarm = true
        }
    }

    private func hints(of events: [Event]) -> [(hint: LiveHint, audience: LiveAudience)] {
        events.compactMap { event in
            do throws(ServiceError) {
                return try LiveHint(event).map { ($0, .user(event.subject)) }
            } catch {
                logger.error("an event tells no hint", metadata: ["type": "\(event.type)", "error": "\(error)"])
                return nil
            }
        }
    }
}
