package import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Returns the caller's groups.
    package func groups(
        _ request: LeaderboardGroupsList,
        _ context: RequestContext
    ) async throws -> LeaderboardGroupsList.Reply {
        let user = try context.user()
        return try await store.read { reader in
            let items = try reader.groups(of: user).map { group in
                LeaderboardGroupsList.Item(
                    id: group.id,
                    name: group.name,
                    owner: group.owner,
                    members: try reader.countMembers(of: group.id),
                    version: group.version
                )
            }
            return LeaderboardGroupsList.Reply(items: items)
        }
    }

    /// Returns one of the caller's groups.
    package func group(_ request: LeaderboardGroupsGet, _ context: RequestContext) async throws -> LeaderboardGroup {
        try await group(request.id, context, Board(requested: request.period, request.metric))
    }

    /// Returns a group as the caller sees it.
    ///
    /// - Throws: `notFound` for a caller that is no member.
    func group(
        _ id: GroupID,
        _ context: RequestContext,
        _ board: Board = Board(requested: nil, nil)
    ) async throws -> LeaderboardGroup {
        let member = try context.user()
        try await rollover.runBeforeRead()
        var group = try await store.read { try $0.group(id, asSeenBy: member, board) }
        // Users in the standing are members that share.
        let sharing = group.members.filter(\.shares).map(\.userId)
        guard let addresses = try await images?.addresses(of: sharing, context) else { return group }
        group.standing = group.standing.map { $0.with(addresses) }
        for (index, member) in group.members.enumerated() { group.members[index].imageURL = addresses[member.userId] }
        return group
    }
}

extension SQLReader {
    /// Returns a group as one of its members sees it, from this view of the database.
    ///
    /// - Throws: `notFound` for a user that is no member.
    func group(_ id: GroupID, asSeenBy member: UserID, _ board: Board) throws -> LeaderboardGroup {
        let group = try group(id, for: member)
        return LeaderboardGroup(
            id: group.id,
            name: group.name,
            code: group.code,
            owner: group.owner,
            members: try members(of: id),
            standing: try standing(in: id, on: board),
            challenges: try newestChallenges(of: id).map(\.summary),
            version: group.version
        )
    }

    /// Ranks the members that share and have logged something in the period.
    fileprivate func standing(
        in group: GroupID,
        on board: Board
    ) throws -> [LeaderboardTop.Row] {
        let entries = try sharingMembers(of: group).compactMap { person in
            try ScoreTable.row(of: person.user, self)?.scores[board].map {
                Standing.Entry(user: person.user, name: person.name, score: board.score(of: $0))
            }
        }
        return Standing.rows(of: entries)
    }
}
