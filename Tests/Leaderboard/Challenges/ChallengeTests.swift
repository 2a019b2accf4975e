import Calendar
import Contracts
import Foundation
import Leaderboard
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChallengeTests {
    @Test func `only past and current days of the challenge count for each user`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            for user in [group.olena, group.petro] { try await fixture.days(user, -9 ... -1) }
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...6, as: group.petro)
            #expect(challenge.standing.isEmpty)
            #expect(!challenge.finished)
            #expect((challenge.from, challenge.to) == (fixture.today, fixture.today.advanced(by: 6)))
            try await fixture.days(group.olena, 0...8)
            try await fixture.day(group.petro, 1)
            let first = try await fixture.challenge(challenge.id, as: group.anna)
            #expect(first.standing == [.init(rank: 1, userId: group.olena, name: "Olena", score: 1)])
            fixture.advance(days: 1)
            #expect(try await fixture.challenge(challenge.id, as: group.anna).standing.map(\.score) == [2, 1])
            fixture.advance(days: 7)
            #expect(try await fixture.challenge(challenge.id, as: group.anna).standing.map(\.score) == [7, 1])
        }
    }

    @Test(
        arguments: [
            (.logged, [5, 3, 1]), (.streak, [5, 2, 1]), (.adherence, [100, 60, 10]),
        ] as [(LeaderboardTop.Metric, [Double])]
    )
    func `each metric ranks by its own score`(metric: LeaderboardTop.Metric, scores: [Double]) async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            try await fixture.days(group.anna, -9 ... -1)
            let challenge = try await fixture.challenge(in: group.id, metric, 0...4, as: group.olena)
            try await group.log(fixture)
            fixture.advance(days: 5)
            let standing = try await fixture.challenge(challenge.id, as: group.anna).standing
            #expect(standing.map(\.userId) == [group.olena, group.petro, group.anna])
            #expect(standing.map(\.score) == scores)
            #expect(standing.map(\.rank) == [1, 2, 3])
        }
    }

    @Test func `today counts for a challenge's adherence only when it is over`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let challenge = try await fixture.challenge(in: group.id, .adherence, 0...6, as: group.olena)
            try await fixture.day(group.olena, 0, kcal: 500)
            #expect(try await fixture.challenge(challenge.id, as: group.olena).standing.isEmpty)
            fixture.advance(days: 1)
            try await fixture.day(group.olena, 0, kcal: 500)
            #expect(try await fixture.challenge(challenge.id, as: group.olena).standing.map(\.score) == [25])
        }
    }

    @Test func `a result is final after the grace period and ignores later entries`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (group, start) = (try await ChallengeGroup(fixture), fixture.today)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...4, as: group.olena)
            try await group.log(fixture)
            // The last day has ended, but not in every zone, and offline entries may still arrive.
            fixture.advance(days: 4 + ChallengeGroup.daysToResult - 1)
            try await fixture.endChallenges()
            #expect(try await !fixture.challenge(challenge.id, as: group.anna).finished)
            try await fixture.log(group.petro, on: start.advanced(by: 4))
            fixture.advance(days: 1)
            let finalAt = try #require(TimestampReader.milliseconds(challenge.finalAt))
            #expect(Double(finalAt) / 1_000 <= fixture.now.timeIntervalSince1970)
            try await fixture.endChallenges()
            let result = try await fixture.challenge(challenge.id, as: group.anna)
            #expect(result.finished)
            #expect(result.standing.map(\.score) == [5, 4, 1])

            for date in start...start.advanced(by: 4) { try await fixture.log(group.anna, on: date) }
            try await fixture.log(group.olena, on: start, entries: 0)
            fixture.advance(days: 30)
            try await fixture.endChallenges()
            #expect(try await fixture.challenge(challenge.id, as: group.anna) == result)
            // A full reload does not change it either.
            let page = Snapshot.Reply(epoch: "restored", sequence: 9, events: [], next: nil)
            try await fixture.store.apply(page, after: nil, DiarySubscription.subscriber(fixture.boards))
            #expect(try await fixture.challenge(challenge.id, as: group.anna) == result)
        }
    }

    @Test func `no challenge finishes before all events are applied`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (group, start) = (try await ChallengeGroup(fixture), fixture.today)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...0, as: group.olena)
            try await fixture.day(group.olena, 0)
            let service = fixture.service
            // No result is due, so no service is asked.
            try await service.endChallenges { throw ServiceError(.internalError, "The diary was asked for nothing.") }
            fixture.advance(days: ChallengeGroup.daysToResult)
            let away = await refusal { try await service.endChallenges { throw ServiceError(.unavailable, "Away.") } }
            #expect(away == .unavailable)
            #expect(try await !fixture.challenge(challenge.id, as: group.olena).finished)
            try await service.endChallenges { try await fixture.log(group.petro, on: start) }
            let result = try await fixture.challenge(challenge.id, as: group.olena)
            #expect(result.finished)
            #expect(result.standing.map(\.userId) == [group.olena, group.petro])
        }
    }

    @Test func `all due challenges finish, and the group lists them as finished`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let first = try await fixture.challenge(in: group.id, .logged, 0...0, as: group.olena)
            let second = try await fixture.challenge(in: group.id, .streak, 0...1, as: group.olena)
            let later = try await fixture.challenge(in: group.id, .streak, 1...9, as: group.olena)
            fixture.advance(days: ChallengeGroup.daysToResult + 1)
            let before = try await fixture.group(group.id, as: group.olena)
            try await fixture.endChallenges()
            let after = try await fixture.group(group.id, as: group.olena)
            #expect(before.challenges.map(\.finished) == [false, false, false])
            #expect(after.challenges.map(\.id) == [later.id, second.id, first.id])
            #expect(after.challenges.map(\.finished) == [false, true, true])
            #expect(after.version == before.version + 2)
            #expect(try await fixture.challenge(first.id, as: group.olena).standing.isEmpty)
        }
    }

    @Test func `leaving, unsharing or erasure removes a user from a result, others keep their rank`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let fourth = try await fixture.person("Vira")
            try await fixture.join(try await fixture.group(group.id, as: group.olena), as: fourth)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...4, as: group.olena)
            try await group.log(fixture)
            try await fixture.days(fourth, 0...1)
            fixture.advance(days: 4 + ChallengeGroup.daysToResult)
            try await fixture.endChallenges()
            func ranks() async throws -> [UserID: Int] {
                let rows = try await fixture.challenge(challenge.id, as: fourth).standing
                return Dictionary(uniqueKeysWithValues: rows.map { ($0.userId, $0.rank) })
            }
            #expect(try await ranks() == [group.olena: 1, group.petro: 2, fourth: 3, group.anna: 4])

            try await fixture.person("Olena", user: group.olena, shares: false)
            #expect(try await ranks() == [group.petro: 2, fourth: 3, group.anna: 4])
            // Sharing again does not restore the result.
            try await fixture.person("Olena", user: group.olena)
            #expect(try await ranks() == [group.petro: 2, fourth: 3, group.anna: 4])
            try await fixture.removeMember(group.petro, from: group.id, as: group.petro)
            try await fixture.join(try await fixture.group(group.id, as: group.olena), as: group.petro)
            #expect(try await ranks() == [fourth: 3, group.anna: 4])
            try await fixture.erase(group.anna)
            #expect(try await ranks() == [fourth: 3])
        }
    }

    @Test func `a member that joins after a challenge's end is not in its result`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...0, as: group.olena)
            let late = try await fixture.person("Late")
            for user in [group.olena, late] { try await fixture.day(user, 0) }
            // The challenge is over in the last zone; the grace period is not.
            fixture.advance(days: ChallengeGroup.daysToResult - 1)
            try await fixture.join(try await fixture.group(group.id, as: group.olena), as: late)
            #expect(try await fixture.challenge(challenge.id, as: late).standing.map(\.userId) == [group.olena])
            fixture.advance(days: 1)
            try await fixture.endChallenges()
            let result = try await fixture.challenge(challenge.id, as: late)
            #expect(result.finished)
            #expect(result.standing.map(\.userId) == [group.olena])
        }
    }

    @Test func `no challenge finishes during a reload`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...0, as: group.olena)
            fixture.advance(days: ChallengeGroup.daysToResult + 1)
            try await fixture.store.beginReload(of: .diary)
            try await fixture.endChallenges()
            #expect(try await !fixture.challenge(challenge.id, as: group.olena).finished)
            try await fixture.store.endReload(of: .diary, at: Beacon(epoch: "epoch", last: 0))
            try await fixture.endChallenges()
            #expect(try await fixture.challenge(challenge.id, as: group.olena).finished)
        }
    }

    @Test func `a standing lists only sharing members of the group`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...4, as: group.olena)
            try await group.log(fixture)
            let stranger = try await fixture.person("Stranger")
            try await fixture.days(stranger, 0...4)
            fixture.advance(days: 4)
            func users() async throws -> [UserID] {
                try await fixture.challenge(challenge.id, as: group.olena).standing.map(\.userId)
            }
            #expect(try await users() == [group.olena, group.petro, group.anna])
            try await fixture.person("Petro", user: group.petro, shares: false)
            #expect(try await users() == [group.olena, group.anna])
            try await fixture.removeMember(group.anna, from: group.id, as: group.anna)
            #expect(try await users() == [group.olena])
        }
    }

    @Test(
        arguments: [
            (-1...3, ["from"]), (0...92, ["to"]), (3...3, []), (0...91, []), (366...367, ["from"]), (365...365, []),
        ] as [(ClosedRange<Int>, [String])]
    )
    func `a challenge outside the allowed dates or length is refused`(
        days: ClosedRange<Int>,
        fields: [String]
    ) async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            do {
                let challenge = try await fixture.challenge(in: group.id, .logged, days, as: group.anna)
                #expect(challenge.from.distance(to: challenge.to) == days.count - 1)
                #expect(fields.isEmpty)
            } catch let error as ServiceError {
                #expect(error.details.map(\.field) == fields)
                #expect(!fields.isEmpty)
            }
        }
    }

    @Test func `dates follow the caller's own today, and an end before the start is refused`() async throws {
        try await LeaderboardFixture.use { fixture in
            let far = try await fixture.person("Far", timeZone: "Pacific/Kiritimati")
            let group = try await fixture.group(of: far)
            func request(_ from: DayReference, _ to: DayReference) -> LeaderboardChallengesAdd {
                LeaderboardChallengesAdd(id: group.id, metric: .logged, from: from, to: to)
            }
            let context = fixture.context(far)
            let challenge = try await fixture.service.addChallenge(request(.today, .today), context)
            #expect(challenge.from == fixture.today.advanced(by: 1))
            let yesterday = DayReference.date(fixture.today)
            for wrong in [request(yesterday, .today), request(.today, yesterday)] {
                #expect(await refusal { try await fixture.service.addChallenge(wrong, context) } == .invalid)
            }
        }
    }

    @Test func `a group at its maximum of open challenges refuses another`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            for _ in 0..<GroupLimits.openChallengesMax {
                _ = try await fixture.challenge(in: group.id, .logged, 0...0, as: group.anna)
            }
            let refused = await refusal { try await fixture.challenge(in: group.id, .logged, 0...0, as: group.anna) }
            #expect(refused == .conflict)
            fixture.advance(days: ChallengeGroup.daysToResult)
            try await fixture.endChallenges()
            #expect(try await !fixture.challenge(in: group.id, .logged, 0...0, as: group.anna).finished)
        }
    }
}

/// A group of three users with logged days.
struct ChallengeGroup {
    /// Days until the result of a challenge that ends today is final.
    static let daysToResult = 4.0

    let id: GroupID
    let olena: UserID
    let petro: UserID
    let anna: UserID

    init(_ fixture: LeaderboardFixture) async throws {
        olena = try await fixture.person("Olena")
        petro = try await fixture.person("Petro")
        anna = try await fixture.person("Anna")
        id = try await fixture.group(of: olena, with: [petro, anna]).id
    }

    /// Logs days that give three different scores for each metric.
    func log(_ fixture: LeaderboardFixture) async throws {
        try await fixture.days(olena, 0...4)
        try await fixture.days(petro, 0...1)
        try await fixture.day(petro, 3)
        try await fixture.day(anna, 2, kcal: 1_000)
    }
}
