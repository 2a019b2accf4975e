import Contracts
import Synchronization

/// Tracks the progress of a reload, so that a failed call does not restart it from the first page.
///
/// It is in memory only. A process that ends during a reload starts again from the first page. That is rare, and a
/// stored position would have to survive restores of both databases.
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
        /// Where the next page begins; nil after the last page.
        let next: Snapshot.Position?
    }

    private let stored = Mutex<State?>(nil)

    var state: State? { stored.withLock { $0 } }

    /// Records that a page has taken effect.
    func record(_ page: Snapshot.Reply) {
        let position = State.Position(page)
        stored.withLock { $0 = State(first: $0?.first ?? position, last: position, next: page.next) }
    }

    /// Makes the next reload begin with the first page.
    func clear() { stored.withLock { $0 = nil } }
}
