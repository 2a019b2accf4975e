package import Contracts
import Synchronization

/// How far the subscribers of a service are, by what they have asked for since it started.
///
/// Kept in memory only: each asks every few seconds.
package final class FollowerPlaces: Sendable {
    private let places = Mutex<[ServiceName: Beacon]>([:])
    private let wake: AsyncStream<Void>.Continuation
    /// Yields when a subscriber has asked; for one reader.
    package let news: AsyncStream<Void>

    package init() {
        (news, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether all of the subscribers have an event of this place behind them.
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
