package import Contracts
package import Logging
import Messaging
import Synchronization

/// Events of one service, as hints for those whom they concern.
package final class LiveEvents: LiveSource {
    /// How to ask the service.
    package typealias Ask = @Sendable (EventsSince) async throws(ServiceError) -> EventsSince.Reply

    /// A place that no outbox has reached: the answer to it says where the end is.
    private static let beyondTheEnd = Int64.max

    private let types: [EventType]
    private let ask: Ask
    private let heard: @Sendable () -> AsyncStream<[UInt8]>
    private let logger: Logger
    /// Behind the last event that is known; nil before the first answer.
    private let place = Mutex<EventsSince?>(nil)

    /// Follows a service from now on.
    ///
    /// - Parameters:
    ///   - types: The types of events to follow.
    ///   - ask: How to ask the service.
    ///   - beacons: How to hear its beacons.
    ///   - logger: Hears of events that cannot be read.
    package init(
        types: [EventType],
        ask: @escaping Ask,
        beacons: @escaping @Sendable () -> AsyncStream<[UInt8]>,
        logger: Logger
    ) {
        (self.types, self.ask, heard, self.logger) = (types, ask, beacons, logger)
    }

    /// Follows a service over the bus.
    convenience init(of service: ServiceName, types: [EventType], bus: MessageBus) {
        let method = EventsSince.method(of: service)
        self.init(
            types: types,
            ask: { place throws(ServiceError) in
                try await bus.call(method, place, .own(), as: EventsSince.Reply.self)
            },
            beacons: { bus.subscribe(Beacon.topic(of: service)) },
            logger: bus.logger
        )
    }

    package func beacons() -> AsyncStream<[UInt8]> { heard() }

    package func catchUp(_ hub: LiveHub) async throws(ServiceError) {
        var isMore = true
        while isMore {
            let known = place.withLock { $0 }
            let asked = known ?? EventsSince(epoch: nil, sequence: Self.beyondTheEnd, types: types)
            let reply = try await ask(asked)
            // So far behind, more would be folded and forgotten than told.
            let isFarBehind = reply.last - asked.sequence > Int64(LiveRing.capacity)
            if reply.reload || isFarBehind {
                hub.resetAll()
                isMore = false
            } else {
                hub.post(hints(of: reply.events))
                isMore = reply.events.count >= EventsSince.batchMax
            }
            let sequence = isMore ? reply.events.last?.sequence ?? reply.last : reply.last
            place.withLock { $0 = EventsSince(epoch: reply.epoch, sequence: sequence, types: types) }
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
