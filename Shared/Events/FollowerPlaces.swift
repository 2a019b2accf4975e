package import Contracts
import Synchronization

/// The positions of a service's subscribers, from their requests since the service started.
///
/// In memory only, because each subscriber asks every few seconds.
package final class FollowerPlaces: Sendable {
    private let places = Mutex<[ServiceName: Beacon]>([:])
    private let wake: AsyncStream<Void>.Continuation
    /// Yields when a subscriber has asked; for a single reader.
    package let news: AsyncStream<Void>

    package init() {
        (news, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns whether all of the subscribers have applied the event at this position.
    package func haveAllPassed(_ event: Beacon, _ subscribers: [ServiceName]) -> Bool {
        places.withLock { places in
            subscribers.allSatisfy { subscriber in
                guard let place = places[subscriber] else { return false }
                return place.epoch == event.epoch && place.last >= event.last
            }
        }
    }

    package func note(_ subscriber: ServiceName, at place: Beacon) {
        places.withLock { $0[subscriber] = place }
        wake.yield()
    }
}
