import Calendar
import Contracts
import Leaderboard
import Storage
import Testing

extension LeaderboardFixture {
    func context(_ user: UserID, key: String? = nil) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: Principal(user: user, roles: [.user], session: .make()),
            idempotencyKey: key,
            deadline: .after(milliseconds: 5_000),
            traceparent: nil
        )
    }

    /// Creates a group with an owner and further members.
    func group(of owner: UserID, with members: [UserID] = [], name: String = "Neighbours") async throws
        -> LeaderboardGroup
    {
        var group = try await service.addGroup(LeaderboardGroupsAdd(name: name), context(owner))
        for member in members { group = try await join(group, as: member) }
        return group
    }

    @discardableResult
    func join(_ group: LeaderboardGroup, as user: UserID) async throws -> LeaderboardGroup {
        try await service.joinGroup(LeaderboardGroupsJoin(code: group.code), context(user))
    }

    /// Reads a group.
    func group(
        _ id: GroupID,
        as user: UserID,
        _ metric: LeaderboardTop.Metric? = nil,
        _ period: LeaderboardTop.Period? = nil
    ) async throws -> LeaderboardGroup {
        try await service.group(LeaderboardGroupsGet(id: id, period: period, metric: metric), context(user))
    }

    /// Applies a diary event for a day given by its date.
    func log(_ user: UserID, on date: PlainDate, entries: Int = 1) async throws {
        let day = DayChanged(date: date, kcal: 2_000, targetKcal: 2_000, entries: entries)
        #expect(try await apply(try event(day, of: user, from: .diary)))
    }

    /// Removes a member from a group.
    func removeMember(_ member: UserID, from group: GroupID, as user: UserID) async throws {
        _ = try await service.removeMember(LeaderboardGroupsMembersRemove(id: group, userId: member), context(user))
    }

    /// Creates a challenge.
    ///
    /// Its days are relative to today.
    func challenge(
        in group: GroupID,
        _ metric: LeaderboardTop.Metric,
        _ days: ClosedRange<Int>,
        as user: UserID
    ) async throws -> LeaderboardChallenge {
        let request = LeaderboardChallengesAdd(
            id: group,
            metric: metric,
            from: .date(today.advanced(by: days.lowerBound)),
            to: .date(today.advanced(by: days.upperBound))
        )
        return try await service.addChallenge(request, context(user))
    }

    /// Removes a challenge.
    func removeChallenge(_ id: ChallengeID, as user: UserID) async throws {
        _ = try await service.removeChallenge(LeaderboardChallengesRemove(id: id), context(user))
    }

    /// Renames a group.
    func rename(
        _ id: GroupID,
        _ name: String,
        as user: UserID,
        ifVersion: Int? = nil
    ) async throws -> LeaderboardGroup {
        let request = LeaderboardGroupsUpdate(id: id, name: name, ifVersion: ifVersion)
        return try await service.updateGroup(request.checked(), context(user))
    }

    /// Reads a challenge.
    func challenge(_ id: ChallengeID, as user: UserID) async throws -> LeaderboardChallenge {
        try await service.challenge(LeaderboardChallengesGet(id: id), context(user))
    }

    /// Finishes due challenges, with all events already applied.
    func endChallenges() async throws {
        try await service.endChallenges {}
    }

    /// Applies the erasure of an account.
    func erase(_ user: UserID) async throws {
        let event = try event(AccountErased(), of: user, from: .auth)
        #expect(try await store.apply(event, epoch: "auth", AccountSubscription.subscriber(boards)))
    }
}

/// Returns the error code of a request that should fail; nil if it succeeds or throws another error.
func refusal<Value>(_ body: () async throws -> Value) async -> ErrorCode? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? ServiceError)?.code
    }
}
