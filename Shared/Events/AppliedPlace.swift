import Contracts
import Synchronization

/// How far the events of a source have taken effect, kept in memory so that a beacon without news costs nothing.
final class AppliedPlace: Sendable {
    private struct State {
        var place: Beacon?
        var count = 0
    }

    private let state = Mutex(State())

    var place: Beacon? { state.withLock(\.place) }

    /// Notes that so many events more have taken effect, up to a place.
    func note(_ place: Beacon, _ count: Int) {
        state.withLock { state in
            state.place = place
            state.count += count
        }
    }

    /// How many events have taken effect since this was asked last.
    func takeCount() -> Int {
        state.withLock { state in
            defer { state.count = 0 }
            return state.count
        }
    }
}
