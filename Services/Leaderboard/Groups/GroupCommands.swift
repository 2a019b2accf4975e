package import Contracts
import FoundationEssentials
package import Messaging
import ServiceKit
import Storage

extension LeaderboardService {
    /// What is answered of groups and their challenges.
    package var groupEndpoints: [Endpoint] {
        [
            .handle(LeaderboardGroupsAdd.self, addGroup),
            .handle(LeaderboardGroupsJoin.self, joinGroup),
            .handle(LeaderboardGroupsList.self, groups),
            .handle(LeaderboardGroupsGet.self, group),
            .handle(LeaderboardGroupsUpdate.self, updateGroup),
            .handle(LeaderboardGroupsRemove.self, removeGroup),
            .handle(LeaderboardGroupsCodeRenew.self, renewCode),
            .handle(LeaderboardGroupsMembersRemove.self, removeMember),
            .handle(LeaderboardChallengesAdd.self, addChallenge),
            .handle(LeaderboardChallengesGet.self, challenge),
            .handle(LeaderboardChallengesRemove.self, removeChallenge),
        ]
    }

    /// Makes a group.
    package func addGroup(_ request: LeaderboardGroupsAdd, _ context: RequestContext) async throws -> LeaderboardGroup {
        let user = try context.user()
        let (name, now, news) = (try GroupRules.name(request.name), now(), boards.news)
        let kept = try await store.once(request, context) { transaction in
            try transaction.reader.requireRoom(for: user)
            let group = GroupRow(id: .make(), name: name, code: ReadableCode.make(), owner: user, version: 1)
            try transaction.insert(group, now: now)
            try transaction.addMember(user, to: group.id, now: now)
            // For the owner's other devices.
            news.note(group.id)
            return KeptGroup(id: group.id)
        }
        return try await group(kept.id, for: user)
    }

    /// Joins the group of a code.
    package func joinGroup(
        _ request: LeaderboardGroupsJoin,
        _ context: RequestContext
    ) async throws -> LeaderboardGroup {
        let user = try context.user()
        let (code, now, news) = (ReadableCode.asMade(request.code), now(), boards.news)
        let kept = try await store.once(request, context) { transaction in
            let reader = transaction.reader
            guard let code, let group = try reader.group(ofCode: code) else { throw ServiceError.notFound("group") }
            if try reader.isMember(user, of: group.id) { return KeptGroup(id: group.id) }
            try reader.requireRoom(for: user)
            try reader.requireRoom(in: group.id)
            try transaction.addMember(user, to: group.id, now: now)
            try transaction.groupHasChanged(group.id)
            news.note(group.id)
            return KeptGroup(id: group.id)
        }
        return try await group(kept.id, for: user)
    }

    /// Gives a group another name, as its owner.
    package func updateGroup(
        _ request: LeaderboardGroupsUpdate,
        _ context: RequestContext
    ) async throws -> LeaderboardGroup {
        let (user, name, news) = (try context.user(), try GroupRules.name(request.name), boards.news)
        _ = try await store.once(request, context) { transaction in
            let group = try transaction.reader.group(request.id, ownedBy: user)
            if let seen = request.ifVersion, seen != group.version {
                let current = try transaction.reader.group(request.id, asSeenBy: user, Board(asked: nil, nil))
                throw try ServiceError.versionMismatch("group", seen: seen, current: current, version: group.version)
            }
            guard group.name != name else { return Empty() }
            try transaction.setName(name, of: group.id)
            news.note(group.id)
            return Empty()
        }
        return try await group(request.id, for: user)
    }

    /// Ends a group, as its owner.
    package func removeGroup(_ request: LeaderboardGroupsRemove, _ context: RequestContext) async throws -> Empty {
        let (user, news) = (try context.user(), boards.news)
        return try await store.once(request, context) { transaction in
            let reader = transaction.reader
            let group = try reader.group(request.id, ownedBy: user).id
            news.note(group, formerly: Set(try reader.memberIDs(of: group)), Set(try reader.openChallenges(of: group)))
            try transaction.remove(group)
            return Empty()
        }
    }

    /// Gives a group another code, as its owner.
    package func renewCode(
        _ request: LeaderboardGroupsCodeRenew,
        _ context: RequestContext
    ) async throws -> LeaderboardGroup {
        let (user, news) = (try context.user(), boards.news)
        _ = try await store.once(request, context) { transaction in
            let group = try transaction.reader.group(request.id, ownedBy: user)
            try transaction.setCode(ReadableCode.make(), of: group.id)
            news.note(group.id)
            return Empty()
        }
        return try await group(request.id, for: user)
    }

    /// Leaves a group, or takes somebody else out of it, as its owner.
    package func removeMember(
        _ request: LeaderboardGroupsMembersRemove,
        _ context: RequestContext
    ) async throws -> Empty {
        let (user, news) = (try context.user(), boards.news)
        return try await store.once(request, context) { transaction in
            let reader = transaction.reader
            if request.userId == user {
                _ = try reader.group(request.id, for: user)
            } else {
                _ = try reader.group(request.id, ownedBy: user)
                guard try reader.isMember(request.userId, of: request.id) else {
                    throw ServiceError.notFound("member of this group")
                }
            }
            try transaction.removeMember(request.userId, from: request.id)
            news.note(request.id, formerly: [request.userId])
            // Whoever was taken out knows the code.
            if request.userId != user { try transaction.setCode(ReadableCode.make(), of: request.id) }
            return Empty()
        }
    }
}

/// What is kept of a change under its key: which group it was, and not the group, which has others in it.
private struct KeptGroup: Codable, Sendable {
    let id: GroupID
}

extension SQLReader {
    /// A group that somebody owns.
    ///
    /// - Throws: `notFound` unless they are in it, and `forbidden` where another member owns it.
    fileprivate func group(_ id: GroupID, ownedBy user: UserID) throws -> GroupRow {
        let group = try group(id, for: user)
        guard group.owner == user else { throw ServiceError(.forbidden, "Only the owner of a group can do that.") }
        return group
    }

    /// - Throws: `conflict` for somebody who is in as many groups as one can be.
    fileprivate func requireRoom(for user: UserID) throws {
        guard try countGroups(of: user) >= GroupLimits.groupsMax else { return }
        throw ServiceError(
            .conflict,
            "Nobody can be in more than \(GroupLimits.groupsMax) groups; leave one first.",
            params: ["max": "\(GroupLimits.groupsMax)"]
        )
    }

    /// - Throws: `conflict` for a group that is full.
    fileprivate func requireRoom(in group: GroupID) throws {
        guard try countMembers(of: group) >= GroupLimits.membersMax else { return }
        throw ServiceError(
            .conflict,
            "This group is full: it has \(GroupLimits.membersMax) members.",
            params: ["max": "\(GroupLimits.membersMax)"]
        )
    }
}
