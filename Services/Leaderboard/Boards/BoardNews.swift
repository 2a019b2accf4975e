package import Contracts
package import FoundationEssentials
package import Messaging
package import Storage
import Synchronization

/// Which boards have changed, in memory, for those who look at one and want to know when to look again.
///
/// A number is given once the change can be read: whoever asks then sees it.
package final class BoardNews: Sendable {
    private struct State {
        /// Changed in transactions that may not have ended yet.
        var noted: Set<Board> = []
        var place: Int
        var versions: [Board: Int] = [:]
    }

    /// Where this process began; beyond all places of those before it, since no board changes a thousand times a second.
    private let start: Int
    private let state: Mutex<State>

    package init(startedAt: Date) {
        start = Int(startedAt.timeIntervalSince1970 * 1_000)
        state = Mutex(State(place: start))
    }

    /// Notes within a transaction what it changes.
    func note(_ boards: Set<Board>) {
        guard !boards.isEmpty else { return }
        state.withLock { $0.noted.formUnion(boards) }
    }

    /// Numbers what was noted, and tells the new place; nil if there is nothing new.
    package func tell(_ store: Store) async throws -> Int? {
        let noted = state.withLock { state in
            defer { state.noted = [] }
            return state.noted
        }
        guard !noted.isEmpty else { return nil }
        do {
            // Writes come one after the other, so those that noted something have ended when this one does.
            try await store.write(durability: .doneAgain) { _ in }
        } catch {
            note(noted)
            throw error
        }
        return state.withLock { state in
            state.place += 1
            for board in noted { state.versions[board] = state.place }
            return state.place
        }
    }

    /// Numbers what was noted, and wakes those who follow.
    package func publish(_ store: Store, _ bus: MessageBus) async throws {
        guard let place = try await tell(store) else { return }
        let beacon = Beacon(epoch: String(start), last: Int64(place))
        bus.publish(LeaderboardBoards.topic, try PayloadCoder.encode(beacon))
    }

    /// What has changed since a place.
    package func since(_ request: LeaderboardBoards) -> LeaderboardBoards.Reply {
        state.withLock { state in
            guard let after = request.after else { return LeaderboardBoards.Reply(place: state.place, items: []) }
            let isKnown = (start...state.place).contains(after)
            let items = Board.allCases.compactMap { board -> LeaderboardBoards.Item? in
                let version = state.versions[board] ?? start
                guard !isKnown || version > after else { return nil }
                return LeaderboardBoards.Item(kind: .board, id: board.id, version: version)
            }
            return LeaderboardBoards.Reply(place: state.place, items: items)
        }
    }
}
