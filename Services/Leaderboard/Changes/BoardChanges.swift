import Contracts
package import Storage
import Synchronization

/// Collects the boards and groups that transactions change, and publishes them as events.
///
/// An event is written once the transaction that made the change has ended: a client that then reads sees it. There is
/// at most one a second for each board, and for each member of a group. Changes that a killed process has not published
/// are part of the first event of the next one, which says that anything may have changed.
package final class BoardChanges: Sendable {
    /// The minimum interval between two events of one board or group.
    static let interval = Duration.seconds(1)
    /// How long the events are stored, in seconds: an hour.
    ///
    /// Only gateways follow them. One that was away for longer makes its clients fetch everything, which costs little.
    /// A busy group has thousands of events a day.
    static let eventLifetimeS = 3_600

    /// What changes besides the current members and open challenges of a group.
    private struct Former {
        var people: Set<UserID> = []
        var challenges: Set<ChallengeID> = []
    }

    private struct Pending {
        /// Whether anything may have changed.
        var isStart = false
        var boards: Set<Board> = []
        var groups: [GroupID: Former] = [:]

        var isEmpty: Bool { !isStart && boards.isEmpty && groups.isEmpty }

        mutating func add(_ group: GroupID, _ former: Former) {
            groups[group, default: Former()].people.formUnion(former.people)
            groups[group, default: Former()].challenges.formUnion(former.challenges)
        }

        mutating func add(_ other: Pending) {
            isStart = isStart || other.isStart
            boards.formUnion(other.boards)
            for (group, former) in other.groups { add(group, former) }
        }
    }

    /// Changes of transactions that may not have ended yet.
    private let pending = Mutex(Pending(isStart: true))

    package init() {}

    /// Records, within a transaction, the boards that it changes.
    func record(_ boards: Set<Board>) {
        guard !boards.isEmpty else { return }
        pending.withLock { $0.boards.formUnion(boards) }
    }

    /// Records, within a transaction, that a group changes for its current and former members.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - people: Users that are no longer members.
    ///   - challenges: Challenges that are no longer open.
    func record(_ group: GroupID, formerly people: Set<UserID> = [], _ challenges: Set<ChallengeID> = []) {
        pending.withLock { $0.add(group, Former(people: people, challenges: challenges)) }
    }

    /// Publishes the recorded changes.
    ///
    /// - Parameter store: The service's database.
    /// - Throws: What the database throws; the changes are then published by the next call.
    package func publish(in store: Store) async throws {
        let changes = pending.withLock { pending in
            defer { pending = Pending() }
            return pending
        }
        guard !changes.isEmpty else { return }
        do {
            // Writes are serialized: the transactions that recorded these changes have ended when this one begins.
            try await store.write(durability: .replayable) { transaction in
                if changes.isStart { try transaction.emit(BoardChanged(board: nil), of: .noUser) }
                for board in Board.allCases where changes.boards.contains(board) {
                    try transaction.emit(BoardChanged(board: board.id), of: .noUser)
                }
                for (group, former) in changes.groups { try Self.emitChange(of: group, former, transaction) }
            }
        } catch {
            pending.withLock { $0.add(changes) }
            throw error
        }
    }

    private static func emitChange(of group: GroupID, _ former: Former, _ transaction: SQLTransaction) throws {
        let challenges = former.challenges.union(try transaction.reader.openChallenges(of: group))
        let change = GroupChanged(group: group, challenges: challenges.sorted())
        let members = try transaction.reader.memberIDs(of: group)
        // A former member may have been erased since.
        let leavers = try former.people.subtracting(members).filter { try !transaction.isErased($0) }
        for person in members + leavers { try transaction.emit(change, of: person) }
    }
}
