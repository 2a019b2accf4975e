import Contracts
import Leaderboard
import Testing

/// Removal of challenges before and after their end.
@Suite(.timeLimit(.minutes(1)))
struct ChallengeRemovalTests {
    @Test func `who has announced a challenge takes it back, and so does the owner of the group`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            try await group.log(fixture)
            let first = try await fixture.challenge(in: group.id, .logged, 0...4, as: group.petro)
            let second = try await fixture.challenge(in: group.id, .streak, 0...4, as: group.petro)
            #expect((first.madeBy, second.madeBy) == (group.petro, group.petro))
            let version = try await fixture.group(group.id, as: group.anna).version
            #expect(await refusal { try await fixture.takeBack(first.id, as: group.anna) } == .forbidden)
            #expect(await refusal { try await fixture.takeBack(first.id, as: .make()) } == .notFound)
            try await fixture.takeBack(first.id, as: group.petro)
            let seen = try await fixture.group(group.id, as: group.anna)
            #expect((seen.challenges.map(\.id), seen.version) == ([second.id], version + 1))
            #expect(await refusal { try await fixture.challenge(first.id, as: group.anna) } == .notFound)
            #expect(await refusal { try await fixture.takeBack(first.id, as: group.petro) } == .notFound)
            try await fixture.takeBack(second.id, as: group.olena)
            #expect(try await fixture.group(group.id, as: group.anna).challenges.isEmpty)
            fixture.wait(days: ChallengeGroup.daysToResult + 5)
            try await fixture.endChallenges()
            #expect(await refusal { try await fixture.challenge(second.id, as: group.anna) } == .notFound)
        }
    }

    @Test func `nobody takes a challenge back that has ended, whose result may not be taken yet`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...0, as: group.petro)
            for days in [ChallengeGroup.daysToResult - 1, 1] {
                fixture.wait(days: days)
                try await fixture.endChallenges()
                for user in [group.petro, group.olena] {
                    #expect(await refusal { try await fixture.takeBack(challenge.id, as: user) } == .conflict)
                }
            }
            #expect(try await fixture.challenge(challenge.id, as: group.anna).finished)
        }
    }

    @Test func `whoever has left has announced nothing, also when they come back`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...4, as: group.petro)
            let seen = try await fixture.group(group.id, as: group.petro)
            try await fixture.removeMember(group.petro, from: group.id, as: group.petro)
            #expect(try await fixture.challenge(challenge.id, as: group.anna).madeBy == nil)
            try await fixture.join(seen, as: group.petro)
            #expect(await refusal { try await fixture.takeBack(challenge.id, as: group.petro) } == .forbidden)
        }
    }
}
