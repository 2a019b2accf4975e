package import Contracts
package import FoundationEssentials
package import Messaging
package import Storage
import Synchronization

/// Records in memory the changed boards and groups, so that clients know when to read them again.
///
/// A change gets its version once its transaction has ended: a client that then reads sees the change.
package final class BoardNews: Sendable {
    private struct State {
        /// Changes of transactions that may not have ended yet.
        var noted = Noted()
        var place: Int
        var versions: [Board: Int] = [:]
        var groups = GroupNews()
    }

    /// Former users and challenges of a group; a change of the group concerns them too.
    fileprivate struct Former {
        var people: Set<UserID> = []
        /// Ended or removed challenges.
        var challenges: Set<ChallengeID> = []

        func union(_ other: Former) -> Former {
            Former(people: people.union(other.people), challenges: challenges.union(other.challenges))
        }
    }

    /// Changes without a version.
    private struct Noted {
        var boards: Set<Board> = []
        var groups: [GroupID: Former] = [:]

        var isEmpty: Bool { boards.isEmpty && groups.isEmpty }

        mutating func add(_ other: Noted) {
            boards.formUnion(other.boards)
            groups.merge(other.groups) { $0.union($1) }
        }
    }

    /// The first position of this process, in milliseconds since 1970.
    ///
    /// It is beyond all positions of earlier processes, since no board changes a thousand times a second.
    private let start: Int
    private let state: Mutex<State>

    package init(startedAt: Date) {
        start = Int(startedAt.timeIntervalSince1970 * 1_000)
        state = Mutex(State(place: start))
    }

    /// Records, within a transaction, the boards that it changes.
    func note(_ boards: Set<Board>) {
        guard !boards.isEmpty else { return }
        state.withLock { $0.noted.boards.formUnion(boards) }
    }

    /// Records, within a transaction, that a group changes for its current and former members.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - people: Users that are no longer members.
    ///   - challenges: Challenges that are no longer open.
    func note(_ group: GroupID, formerly people: Set<UserID> = [], _ challenges: Set<ChallengeID> = []) {
        let former = Former(people: people, challenges: challenges)
        state.withLock { $0.noted.groups[group] = ($0.noted.groups[group] ?? Former()).union(former) }
    }

    /// Assigns a version to the recorded changes.
    ///
    /// Returns the new position, or nil if there are no changes.
    package func tell(_ store: Store) async throws -> Int? {
        let noted = state.withLock { state in
            defer { state.noted = Noted() }
            return state.noted
        }
        guard !noted.isEmpty else { return nil }
        do {
            // Writes are serialized: the transactions that recorded these changes have ended when this one ends.
            let changes = try await store.write(durability: .doneAgain) { transaction in
                try noted.groups.map { try transaction.reader.change(of: $0, formerly: $1) }
            }
            return state.withLock { state in
                state.place += 1
                for board in noted.boards { state.versions[board] = state.place }
                state.groups.tell(changes, at: state.place)
                return state.place
            }
        } catch {
            state.withLock { $0.noted.add(noted) }
            throw error
        }
    }

    /// Assigns a version to the recorded changes, and publishes the new position.
    package func publish(_ store: Store, _ bus: MessageBus) async throws {
        guard let place = try await tell(store) else { return }
        let beacon = Beacon(epoch: String(start), last: Int64(place))
        bus.publish(LeaderboardBoards.topic, try PayloadCoder.encode(beacon))
    }

    /// Returns the changes after a position.
    package func since(_ request: LeaderboardBoards) -> LeaderboardBoards.Reply {
        state.withLock { state in
            guard let after = request.after else { return LeaderboardBoards.Reply(place: state.place, items: []) }
            let isKnown = (start...state.place).contains(after)
            let items = Board.allCases.compactMap { board -> LeaderboardBoards.Item? in
                let version = state.versions[board] ?? start
                guard !isKnown || version > after else { return nil }
                return LeaderboardBoards.Item(kind: .board, id: board.id, version: version)
            }
            return LeaderboardBoards.Reply(
                place: state.place,
                items: items + (isKnown ? state.groups.since(after) : []),
                isIncomplete: !isKnown || after < state.groups.forgotten
            )
        }
    }
}

extension SQLReader {
    /// Adds the current members and open challenges of a group to the former ones.
    fileprivate func change(of group: GroupID, formerly former: BoardNews.Former) throws -> GroupNews.Change {
        GroupNews.Change(
            group: group,
            challenges: former.challenges.union(try openChallenges(of: group)),
            people: former.people.union(try memberIDs(of: group))
        )
    }
}
