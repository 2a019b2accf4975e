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

    /// A group of somebody's, in which others are too.
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

    /// A group as it now is.
    func group(
        _ id: GroupID,
        as user: UserID,
        _ metric: LeaderboardTop.Metric? = nil,
        _ period: LeaderboardTop.Period? = nil
    ) async throws -> LeaderboardGroup {
        try await service.group(LeaderboardGroupsGet(id: id, period: period, metric: metric), context(user))
    }

    /// Tells of a day by its date.
    func log(_ user: UserID, on date: PlainDate, entries: Int = 1) async throws {
        let day = DayChanged(date: date, kcal: 2_000, targetKcal: 2_000, entries: entries)
        #expect(try await tell(try event(day, of: user, from: .diary)))
    }

    /// Takes somebody out of a group.
    func removeMember(_ member: UserID, from group: GroupID, as user: UserID) async throws {
        _ = try await service.removeMember(LeaderboardGroupsMembersRemove(id: group, userId: member), context(user))
    }

    /// A challenge from one day to another, both counted from today.
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

    /// Takes a challenge back.
    func takeBack(_ id: ChallengeID, as user: UserID) async throws {
        _ = try await service.removeChallenge(LeaderboardChallengesRemove(id: id), context(user))
    }

    /// Gives a group another name.
    func rename(
        _ id: GroupID,
        _ name: String,
        as user: UserID,
        ifVersion: Int? = nil
    ) async throws -> LeaderboardGroup {
        try await service.updateGroup(LeaderboardGroupsUpdate(id: id, name: name, ifVersion: ifVersion), context(user))
    }

    /// A challenge as it now is.
    func challenge(_ id: ChallengeID, as user: UserID) async throws -> LeaderboardChallenge {
        try await service.challenge(LeaderboardChallengesGet(id: id), context(user))
    }

    /// Ends challenges whose time has come; everything was heard.
    func endChallenges() async throws {
        try await service.endChallenges {}
    }

    /// Tells that somebody is gone.
    func erase(_ user: UserID) async throws {
        let event = try event(AccountErased(), of: user, from: .auth)
        #expect(try await store.apply(event, epoch: "auth", LeaderboardSchema.erasure(boards)))
    }
}

/// Asks for something that must be refused, and tells how it was; nil if it was not.
func refusal<Value>(_ body: () async throws -> Value) async -> ErrorCode? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? ServiceError)?.code
    }
}
