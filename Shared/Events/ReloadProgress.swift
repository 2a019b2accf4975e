import Contracts
import Synchronization

/// Keeps how far a reload has come, so that a failed call does not send it back to the first page.
///
/// It lives in memory only. A process that ends during a reload starts it again from the first page: that is rare, and a
/// stored place would have to outlive restores of both databases.
final class ReloadProgress: Sendable {
    struct State: Sendable {
        /// The position of the source's outbox when a page was read.
        struct Position: Sendable {
            let beacon: Beacon
            let event: EventID?

            init(_ page: Snapshot.Reply) {
                beacon = Beacon(epoch: page.epoch, last: page.sequence)
                event = page.event
            }
        }

        let first: Position
        let last: Position
        /// Where the next page begins; nil behind the last page.
        let next: Snapshot.Place?
    }

    private let stored = Mutex<State?>(nil)

    var state: State? { stored.withLock { $0 } }

    /// Notes that a page has taken effect.
    func note(_ page: Snapshot.Reply) {
        let position = State.Position(page)
        stored.withLock { $0 = State(first: $0?.first ?? position, last: position, next: page.next) }
    }

    /// Has the next reload begin with the first page.
    func clear() { stored.withLock { $0 = nil } }
}
