package import Contracts
import FoundationEssentials
import MessageBus
import ServiceKit
import Storage

extension LeaderboardService {
    /// Creates a group with the caller as its owner.
    package func addGroup(_ request: LeaderboardGroupsAdd, _ context: RequestContext) async throws -> LeaderboardGroup {
        let user = try context.user()
        let (name, now, changes) = (request.name.trimmingWhiteSpace, now(), boards.changes)
        let reference = try await store.writeIdempotently(request, context) { transaction in
            try transaction.reader.requireCapacity(for: user)
            let group = GroupRow(id: .make(), name: name, code: ReadableCode.make(), owner: user, version: 1)
            try transaction.insert(group, now: now)
            try transaction.addMember(user, to: group.id, now: now)
            // Notifies the owner's other devices.
            changes.record(group.id)
            return GroupReference(id: group.id)
        }
        return try await group(reference.id, context)
    }

    /// Adds the caller to the group with a given code.
    package func joinGroup(
        _ request: LeaderboardGroupsJoin,
        _ context: RequestContext
    ) async throws -> LeaderboardGroup {
        let user = try context.user()
        let (code, now, changes) = (ReadableCode.asMade(request.code), now(), boards.changes)
        let reference = try await store.writeIdempotently(request, context) { transaction in
            let reader = transaction.reader
            guard let code, let group = try reader.group(ofCode: code) else { throw ServiceError.notFound("group") }
            if try reader.isMember(user, of: group.id) { return GroupReference(id: group.id) }
            try reader.requireCapacity(for: user)
            try reader.requireCapacity(in: group.id)
            try transaction.addMember(user, to: group.id, now: now)
            try transaction.incrementVersion(of: group.id)
            changes.record(group.id)
            return GroupReference(id: group.id)
        }
        return try await group(reference.id, context)
    }

    /// Renames a group; only its owner may.
    package func updateGroup(
        _ request: LeaderboardGroupsUpdate,
        _ context: RequestContext
    ) async throws -> LeaderboardGroup {
        let (user, name, changes) = (try context.user(), request.name.trimmingWhiteSpace, boards.changes)
        _ = try await store.writeIdempotently(request, context) { transaction in
            let group = try transaction.reader.group(request.id, ownedBy: user)
            if let seen = request.ifVersion, seen != group.version {
                let current = try transaction.reader.group(request.id, asSeenBy: user, Board(requested: nil, nil))
                throw try ServiceError.versionMismatch("group", seen: seen, current: current, version: group.version)
            }
            guard group.name != name else { return Empty() }
            try transaction.setName(name, of: group.id)
            changes.record(group.id)
            return Empty()
        }
        return try await group(request.id, context)
    }

    /// Removes a group; only its owner may.
    package func removeGroup(_ request: LeaderboardGroupsRemove, _ context: RequestContext) async throws -> Empty {
        let (user, changes) = (try context.user(), boards.changes)
        return try await store.writeIdempotently(request, context) { transaction in
            let reader = transaction.reader
            let group = try reader.group(request.id, ownedBy: user).id
            changes.record(
                group,
                formerly: Set(try reader.memberIDs(of: group)),
                Set(try reader.openChallenges(of: group))
            )
            try transaction.remove(group)
            return Empty()
        }
    }

    /// Replaces the code of a group; only its owner may.
    package func renewCode(
        _ request: LeaderboardGroupsCodeRenew,
        _ context: RequestContext
    ) async throws -> LeaderboardGroup {
        let (user, changes) = (try context.user(), boards.changes)
        _ = try await store.writeIdempotently(request, context) { transaction in
            let group = try transaction.reader.group(request.id, ownedBy: user)
            try transaction.setCode(ReadableCode.make(), of: group.id)
            changes.record(group.id)
            return Empty()
        }
        return try await group(request.id, context)
    }

    /// Removes the caller from a group, or another member if the caller is its owner.
    package func removeMember(
        _ request: LeaderboardGroupsMembersRemove,
        _ context: RequestContext
    ) async throws -> Empty {
        let (user, changes) = (try context.user(), boards.changes)
        return try await store.writeIdempotently(request, context) { transaction in
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
            changes.record(request.id, formerly: [request.userId])
            // The removed member knows the old code.
            if request.userId != user { try transaction.setCode(ReadableCode.make(), of: request.id) }
            return Empty()
        }
    }
}

/// The reply stored under an idempotency key: the group's id only, because the group itself names other users.
private struct GroupReference: Codable, Sendable {
    let id: GroupID
}

extension SQLReader {
    /// Returns a group that a user owns.
    ///
    /// - Throws: `notFound` if the user is no member, and `forbidden` if another member owns it.
    fileprivate func group(_ id: GroupID, ownedBy user: UserID) throws -> GroupRow {
        let group = try group(id, for: user)
        guard group.owner == user else { throw ServiceError(.forbidden, "Only the owner of a group can do that.") }
        return group
    }

    /// - Throws: `conflict` if the user is in the maximum number of groups.
    fileprivate func requireCapacity(for user: UserID) throws {
        guard try countGroups(of: user) >= GroupLimits.groupsMax else { return }
        throw ServiceError(
            .conflict,
            "You are in \(GroupLimits.groupsMax) groups, the maximum. Leave one first.",
            params: ["max": "\(GroupLimits.groupsMax)"]
        )
    }

    /// - Throws: `conflict` if the group is full.
    fileprivate func requireCapacity(in group: GroupID) throws {
        guard try countMembers(of: group) >= GroupLimits.membersMax else { return }
        throw ServiceError(
            .conflict,
            "This group has \(GroupLimits.membersMax) members, the maximum.",
            params: ["max": "\(GroupLimits.membersMax)"]
        )
    }
}
