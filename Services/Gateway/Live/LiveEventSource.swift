package import Contracts
package import Logging
import MessageBus
import Synchronization

/// Turns the events of one service into hints for the affected users.
package final class LiveEventSource: LiveSource {
    /// Calls the service.
    package typealias Ask = @Sendable (EventsSince) async throws(ServiceError) -> EventsSince.Reply

    /// A position that no outbox reaches; the answer to it contains the position of the end.
    private static let endPosition = Int64.max

    private let types: [EventType]
    private let ask: Ask
    private let subscribe: @Sendable () -> AsyncStream<[UInt8]>
    private let logger: Logger
    /// The position after the last known event; nil before the first answer.
    private let position = Mutex<EventsSince?>(nil)

    /// Makes a source with the service's calls and beacons.
    ///
    /// - Parameters:
    ///   - types: The types of events to follow.
    ///   - ask: Calls the service.
    ///   - beacons: Subscribes to its beacons.
    ///   - logger: Logs events that cannot be decoded.
    package init(
        types: [EventType],
        ask: @escaping Ask,
        beacons: @escaping @Sendable () -> AsyncStream<[UInt8]>,
        logger: Logger
    ) {
        (self.types, self.ask, subscribe, self.logger) = (types, ask, beacons, logger)
    }

    /// Makes a source that uses the bus.
    convenience init(of service: ServiceName, types: [EventType], bus: MessageBus) {
        let method = EventsSince.method(of: service)
        self.init(
            types: types,
            ask: { request throws(ServiceError) in
                try await bus.call(method, request, .own(), as: EventsSince.Reply.self)
            },
            beacons: { bus.subscribe(Beacon.topic(of: service)) },
            logger: bus.logger
        )
    }

    package func beacons() -> AsyncStream<[UInt8]> { subscribe() }

    package func catchUp(_ hub: LiveHub) async throws(ServiceError) {
        var isMore = true
        while isMore {
            let known = position.withLock { $0 }
            let asked = known ?? EventsSince(epoch: nil, sequence: Self.endPosition, types: types)
            let reply = try await ask(asked)
            // With so many new events, the ring would drop hints before they are sent.
            let isFarBehind = reply.last - asked.sequence > Int64(LiveHintRing.capacity)
            if reply.reload || isFarBehind {
                hub.resetAll()
                isMore = false
            } else {
                hub.post(hints(of: reply.events))
                isMore = reply.events.count >= EventsSince.batchMax
            }
            let sequence = isMore ? reply.events.last?.sequence ?? reply.last : reply.last
            position.withLock { $0 = EventsSince(epoch: reply.epoch, sequence: sequence, types: types) }
        }
    }

    private func hints(of events: [Event]) -> [(hint: LiveHint, audience: LiveAudience)] {
        events.compactMap { event in
            do throws(ServiceError) {
                return try LiveHint(event).map { ($0, .user(event.subject)) }
            } catch {
                logger.error(
                    "an event could not be turned into a hint",
                    metadata: ["type": "\(event.type)", "error": "\(error)"]
                )
                return nil
            }
        }
    }
}
