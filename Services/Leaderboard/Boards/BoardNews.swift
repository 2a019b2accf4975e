package import Contracts
package import FoundationEssentials
package import Messaging
package import Storage
import Synchronization

/// Which boards and groups have changed, in memory, for those who look at one and want to know when to look again.
///
/// A number is given once the change can be read: whoever asks then sees it.
package final class BoardNews: Sendable {
    private struct State {
        /// Changed in transactions that may not have ended yet.
        var noted = Noted()
        var place: Int
        var versions: [Board: Int] = [:]
        var groups = GroupNews()
    }

    /// What a group has had until now, and what therefore changes for people, too.
    fileprivate struct Former {
        var people: Set<UserID> = []
        /// Those that have ended, or that are no more.
        var challenges: Set<ChallengeID> = []

        func union(_ other: Former) -> Former {
            Former(people: people.union(other.people), challenges: challenges.union(other.challenges))
        }
    }

    /// What has changed, and is not told yet.
    private struct Noted {
        var boards: Set<Board> = []
        var groups: [GroupID: Former] = [:]

        var isEmpty: Bool { boards.isEmpty && groups.isEmpty }

        mutating func add(_ other: Noted) {
            boards.formUnion(other.boards)
            groups.merge(other.groups) { $0.union($1) }
        }
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
        state.withLock { $0.noted.boards.formUnion(boards) }
    }

    /// Notes within a transaction that a group becomes another one, in the eyes of its members and of those who have been.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - people: Those who are in it no longer.
    ///   - challenges: Those that are open no longer.
    func note(_ group: GroupID, formerly people: Set<UserID> = [], _ challenges: Set<ChallengeID> = []) {
        let former = Former(people: people, challenges: challenges)
        state.withLock { $0.noted.groups[group] = ($0.noted.groups[group] ?? Former()).union(former) }
    }

    /// Numbers what was noted, and tells the new place; nil if there is nothing new.
    package func tell(_ store: Store) async throws -> Int? {
        let noted = state.withLock { state in
            defer { state.noted = Noted() }
            return state.noted
        }
        guard !noted.isEmpty else { return nil }
        do {
            // Writes come one after the other, so those that noted something have ended when this one does.
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
            return LeaderboardBoards.Reply(
                place: state.place,
                items: items + (isKnown ? state.groups.since(after) : []),
                isIncomplete: !isKnown || after < state.groups.forgotten
            )
        }
    }
}

extension SQLReader {
    /// Whom the change of a group concerns.
    fileprivate func change(of group: GroupID, formerly former: BoardNews.Former) throws -> GroupNews.Change {
        GroupNews.Change(
            group: group,
            challenges: former.challenges.union(try openChallenges(of: group)),
            people: former.people.union(try memberIDs(of: group))
        )
    }
}
