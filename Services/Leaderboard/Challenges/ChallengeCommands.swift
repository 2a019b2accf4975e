package import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Announces a challenge.
    package func addChallenge(
        _ request: LeaderboardChallengesAdd,
        _ context: RequestContext
    ) async throws -> LeaderboardChallenge {
        let (user, now, news) = (try context.user(), now(), boards.news)
        let kept = try await store.once(request, context) { transaction in
            let group = try transaction.reader.group(request.id, for: user)
            let span = try ChallengeRules.span(of: request, today: try transaction.reader.today(of: user, now))
            try transaction.reader.requireRoomForAChallenge(in: group.id)
            let summary = LeaderboardChallenge.Summary(
                id: .make(),
                metric: request.metric,
                from: span.lowerBound,
                to: span.upperBound,
                finished: false
            )
            let finalAt = ChallengeRules.finalAt(lastDay: span.upperBound)
            try transaction.insert(
                ChallengeRow(summary: summary, group: group.id, madeBy: user, finalAt: finalAt)
            )
            try transaction.groupHasChanged(group.id)
            news.note(group.id)
            return KeptChallenge(id: summary.id)
        }
        return try await challenge(kept.id, for: user)
    }

    /// Takes a challenge back, as who has announced it or as the owner of its group.
    package func removeChallenge(
        _ request: LeaderboardChallengesRemove,
        _ context: RequestContext
    ) async throws -> Empty {
        let (user, now, news) = (try context.user(), now(), boards.news)
        return try await store.once(request, context) { transaction in
            let challenge = try transaction.reader.challenge(request.id, for: user)
            let group = try transaction.reader.group(challenge.group, for: user)
            guard [challenge.madeBy, group.owner].contains(user) else {
                throw ServiceError(
                    .forbidden,
                    "Only who has announced a challenge and the owner of its group can take it back."
                )
            }
            guard Int(now.timeIntervalSince1970) < challenge.endedAt else {
                throw ServiceError(.conflict, "This challenge has ended; its result stays.")
            }
            try transaction.remove(challenge)
            news.note(group.id, [challenge.summary.id])
            return Empty()
        }
    }

    /// One challenge of a group in which the caller is.
    package func challenge(
        _ request: LeaderboardChallengesGet,
        _ context: RequestContext
    ) async throws -> LeaderboardChallenge {
        try await challenge(request.id, for: try context.user())
    }

    private func challenge(_ id: ChallengeID, for user: UserID) async throws -> LeaderboardChallenge {
        let now = now()
        return try await store.readAtLength { reader in
            let challenge = try reader.challenge(id, for: user)
            return LeaderboardChallenge(
                challenge.summary,
                groupId: challenge.group,
                madeBy: challenge.madeBy,
                finalAt: Timestamp.text(Date(timeIntervalSince1970: Double(challenge.finalAt))),
                standing: challenge.summary.finished
                    ? try reader.result(of: challenge) : try reader.standing(in: challenge, now)
            )
        }
    }

    /// Takes the results of challenges that have ended, after everything has been heard that counts for them.
    ///
    /// - Parameter hearAll: Applies what the diary and the profiles have told so far. While they cannot be asked, nothing ends:
    ///   a result that is taken stays, and one that was taken too early would be wrong for good.
    /// - Throws: what hearing or SQLite throws; what has ended by then stays ended.
    package func endChallenges(hearing hearAll: @Sendable () async throws -> Void) async throws {
        let now = now()
        guard try await store.read({ try $0.dueChallenge(now) }) != nil else { return }
        try await hearAll()
        var isMore = true
        let news = boards.news
        while isMore {
            isMore = try await store.write { transaction in
                guard let ended = try transaction.endOneChallenge(now) else { return false }
                news.note(ended.group, [ended.summary.id])
                return true
            }
        }
    }
}

/// What is kept of an announcement under its key.
private struct KeptChallenge: Codable, Sendable {
    let id: ChallengeID
}

extension SQLReader {
    /// A challenge of a group in which somebody is.
    ///
    /// - Throws: `notFound` for one of another group, as for one that is not there.
    fileprivate func challenge(_ id: ChallengeID, for user: UserID) throws -> ChallengeRow {
        guard let challenge = try challenge(id), try isMember(user, of: challenge.group) else {
            throw ServiceError.notFound("challenge")
        }
        return challenge
    }

    /// How the members compare so far who share and have logged something in the challenge; who comes when it is over looks on.
    fileprivate func standing(in challenge: ChallengeRow, _ now: Date) throws -> [LeaderboardTop.Row] {
        let entries = try sharingMembers(of: challenge.group, joinedBy: challenge.endedAt).compactMap {
            person -> Standing.Entry? in
            let days = try DayTable.days(of: person.user, in: challenge.span, self)
            let metric = challenge.summary.metric
            return ChallengeScore(challenge.span, by: metric, today: person.today(now), days: days).map {
                Standing.Entry(user: person.user, name: person.name, score: $0.score)
            }
        }
        return Standing.rows(of: entries)
    }

    /// - Throws: `conflict` for a group that has as many challenges to come or to end as it may.
    fileprivate func requireRoomForAChallenge(in group: GroupID) throws {
        guard try countOpenChallenges(of: group) >= GroupLimits.openChallengesMax else { return }
        throw ServiceError(
            .conflict,
            "This group has \(GroupLimits.openChallengesMax) challenges that have not ended; more are too many.",
            params: ["max": "\(GroupLimits.openChallengesMax)"]
        )
    }
}

extension SQLTransaction {
    /// Takes the result of one challenge, and tells of which; nil when none has ended.
    ///
    /// One in each transaction: little enough that no other write waits noticeably.
    fileprivate func endOneChallenge(_ now: Date) throws -> ChallengeRow? {
        guard let challenge = try reader.dueChallenge(now) else { return nil }
        // Half of somebody's days may be missing between two pages.
        for source in [ServiceName.profile, .diary] where try reader.isReloading(source) { return nil }
        try finish(challenge, try reader.standing(in: challenge, now))
        return challenge
    }
}
