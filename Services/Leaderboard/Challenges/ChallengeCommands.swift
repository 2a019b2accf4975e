import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Interval between checks for due challenge results.
    ///
    /// A result is due days after the challenge's end.
    static let challengesInterval = Duration.seconds(60)

    /// Creates a challenge in one of the caller's groups.
    package func addChallenge(
        _ request: LeaderboardChallengesAdd,
        _ context: RequestContext
    ) async throws -> LeaderboardChallenge {
        let (user, now, changes) = (try context.user(), now(), boards.changes)
        let reference = try await store.writeIdempotently(request, context) { transaction in
            let group = try transaction.reader.group(request.id, for: user)
            let span = try ChallengeRules.span(of: request, today: try transaction.reader.today(of: user, now))
            try transaction.reader.requireChallengeCapacity(in: group.id)
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
            try transaction.incrementVersion(of: group.id)
            changes.record(group.id)
            return ChallengeReference(id: summary.id)
        }
        return try await challenge(reference.id, context)
    }

    /// Removes a challenge before its end.
    ///
    /// Only its creator and the owner of its group may.
    package func removeChallenge(
        _ request: LeaderboardChallengesRemove,
        _ context: RequestContext
    ) async throws -> Empty {
        let (user, now, changes) = (try context.user(), now(), boards.changes)
        return try await store.writeIdempotently(request, context) { transaction in
            let challenge = try transaction.reader.challenge(request.id, for: user)
            let group = try transaction.reader.group(challenge.group, for: user)
            guard [challenge.madeBy, group.owner].contains(user) else {
                throw ServiceError(
                    .forbidden,
                    "Only the creator of a challenge and the owner of its group can remove it."
                )
            }
            guard Int(now.timeIntervalSince1970) < challenge.endedAt else {
                throw ServiceError(.conflict, "This challenge has ended and can no longer be removed.")
            }
            try transaction.remove(challenge)
            changes.record(group.id, [challenge.summary.id])
            return Empty()
        }
    }

    /// Returns one challenge of the caller's groups.
    package func challenge(
        _ request: LeaderboardChallengesGet,
        _ context: RequestContext
    ) async throws -> LeaderboardChallenge {
        try await challenge(request.id, context)
    }

    private func challenge(_ id: ChallengeID, _ context: RequestContext) async throws -> LeaderboardChallenge {
        let (user, now) = (try context.user(), now())
        var answer = try await store.readAtLength { reader in
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
        answer.standing = try await withImages(answer.standing, context)
        return answer
    }

    /// Finishes due challenges, after all events that count for them are applied.
    ///
    /// - Parameter catchUp: Applies the events of the diary and the profiles so far. If it fails, no challenge
    ///   finishes: a result is final, and one computed too early would stay wrong.
    /// - Throws: Errors of `catchUp` or SQLite. Challenges finished by then stay finished.
    package func endChallenges(afterCatchingUp catchUp: @Sendable () async throws -> Void) async throws {
        let now = now()
        guard try await store.read({ try $0.dueChallenge(now) }) != nil else { return }
        try await catchUp()
        var hasMore = true
        let changes = boards.changes
        while hasMore {
            hasMore = try await store.write { transaction in
                guard let ended = try transaction.finishOneDueChallenge(now) else { return false }
                changes.record(ended.group, [ended.summary.id])
                return true
            }
        }
    }
}

/// The reply stored under an idempotency key: the challenge's id only.
private struct ChallengeReference: Codable, Sendable {
    let id: ChallengeID
}

extension SQLReader {
    /// Returns a challenge of one of a user's groups.
    ///
    /// - Throws: `notFound` for a challenge of another group or one that does not exist.
    fileprivate func challenge(_ id: ChallengeID, for user: UserID) throws -> ChallengeRow {
        guard let challenge = try challenge(id), try isMember(user, of: challenge.group) else {
            throw ServiceError.notFound("challenge")
        }
        return challenge
    }

    /// Ranks the members that share and have logged something during the challenge.
    ///
    /// Members that joined after its end are not ranked.
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

    /// - Throws: `conflict` if the group has the maximum number of open challenges.
    fileprivate func requireChallengeCapacity(in group: GroupID) throws {
        guard try countOpenChallenges(of: group) >= GroupLimits.openChallengesMax else { return }
        throw ServiceError(
            .conflict,
            "This group has \(GroupLimits.openChallengesMax) open challenges, the maximum.",
            params: ["max": "\(GroupLimits.openChallengesMax)"]
        )
    }
}

extension SQLTransaction {
    /// Finishes one due challenge and returns it; nil if none is due.
    ///
    /// One challenge per transaction, so that other writes do not wait noticeably.
    fileprivate func finishOneDueChallenge(_ now: Date) throws -> ChallengeRow? {
        guard let challenge = try reader.dueChallenge(now) else { return nil }
        // Between two pages of a reload, some of a user's days may be missing.
        for source in [ServiceName.profile, .diary] where try reader.isReloading(source) { return nil }
        try finish(challenge, try reader.standing(in: challenge, now))
        return challenge
    }
}
