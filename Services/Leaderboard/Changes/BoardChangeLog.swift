package import Contracts
package import FoundationEssentials
package import MessageBus
package import Storage
import Synchronization

/// Records in memory the changed boards and groups, so that clients know when to read them again.
///
/// A change gets its version once its transaction has ended: a client that then reads sees the change.
package final class BoardChangeLog: Sendable {
    /// Minimum interval between two published notices of changed boards.
    static let noticeInterval = Duration.seconds(1)

    private struct State {
        /// Changes of transactions that may not have ended yet.
        var pending = PendingChanges()
        var position: Int
        var versions: [Board: Int] = [:]
        var groups = GroupChangeLog()
    }

    /// Affected users and challenges of a group; a change of the group concerns them too.
    fileprivate struct Affected {
        var people: Set<UserID> = []
        /// Ended or removed challenges.
        var challenges: Set<ChallengeID> = []

        func union(_ other: Affected) -> Affected {
            Affected(people: people.union(other.people), challenges: challenges.union(other.challenges))
        }
    }

    /// Changes without a version.
    private struct PendingChanges {
        var boards: Set<Board> = []
        var groups: [GroupID: Affected] = [:]

        var isEmpty: Bool { boards.isEmpty && groups.isEmpty }

        mutating func add(_ other: PendingChanges) {
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
        state = Mutex(State(position: start))
    }

    /// Records, within a transaction, the boards that it changes.
    func record(_ boards: Set<Board>) {
        guard !boards.isEmpty else { return }
        state.withLock { $0.pending.boards.formUnion(boards) }
    }

    /// Records, within a transaction, that a group changes for its current and former members.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - people: Users that are no longer members.
    ///   - challenges: Challenges that are no longer open.
    func record(_ group: GroupID, formerly people: Set<UserID> = [], _ challenges: Set<ChallengeID> = []) {
        let former = Affected(people: people, challenges: challenges)
        state.withLock { $0.pending.groups[group] = ($0.pending.groups[group] ?? Affected()).union(former) }
    }

    /// Assigns a version to the recorded changes.
    ///
    /// Returns the new position, or nil if there are no changes.
    package func assignVersion(in store: Store) async throws -> Int? {
        let pending = state.withLock { state in
            defer { state.pending = PendingChanges() }
            return state.pending
        }
        guard !pending.isEmpty else { return nil }
        do {
            // Writes are serialized: the transactions that recorded these changes have ended when this one ends.
            let changes = try await store.write(durability: .replayable) { transaction in
                try pending.groups.map { try transaction.reader.change(of: $0, formerly: $1) }
            }
            return state.withLock { state in
                state.position += 1
                for board in pending.boards { state.versions[board] = state.position }
                state.groups.record(changes, version: state.position)
                return state.position
            }
        } catch {
            state.withLock { $0.pending.add(pending) }
            throw error
        }
    }

    /// Assigns a version to the recorded changes, and publishes the new position.
    package func publish(_ store: Store, _ bus: MessageBus) async throws {
        guard let position = try await assignVersion(in: store) else { return }
        let beacon = Beacon(epoch: String(start), last: Int64(position))
        bus.publish(LeaderboardBoards.topic, try PayloadCoder.encode(beacon))
    }

    /// Returns the changes after a position.
    package func reply(to request: LeaderboardBoards) -> LeaderboardBoards.Reply {
        state.withLock { state in
            guard let after = request.after else { return LeaderboardBoards.Reply(position: state.position, items: []) }
            let isKnown = (start...state.position).contains(after)
            let items = Board.allCases.compactMap { board -> LeaderboardBoards.Item? in
                let version = state.versions[board] ?? start
                guard !isKnown || version > after else { return nil }
                return LeaderboardBoards.Item(kind: .board, id: board.id, version: version)
            }
            return LeaderboardBoards.Reply(
                position: state.position,
                items: items + (isKnown ? state.groups.items(after: after) : []),
                isIncomplete: !isKnown || after < state.groups.discardedVersion
            )
        }
    }
}

extension SQLReader {
    /// Adds the current members and open challenges of a group to the former ones.
    fileprivate func change(of group: GroupID, formerly former: BoardChangeLog.Affected) throws -> GroupChangeLog.Change
    {
        GroupChangeLog.Change(
            group: group,
            challenges: former.challenges.union(try openChallenges(of: group)),
            people: former.people.union(try memberIDs(of: group))
        )
    }
}
