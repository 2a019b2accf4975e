import Contracts
import Leaderboard
import Testing

/// Removal of challenges before and after their end.
@Suite(.timeLimit(.minutes(5)))
struct ChallengeRemovalTests {
    @Test func `only its creator and the group's owner can remove a challenge`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            try await group.log(fixture)
            let first = try await fixture.challenge(in: group.id, .logged, 0...4, as: group.petro)
            let second = try await fixture.challenge(in: group.id, .streak, 0...4, as: group.petro)
            #expect((first.madeBy, second.madeBy) == (group.petro, group.petro))
            let version = try await fixture.group(group.id, as: group.anna).version
            #expect(await refusal { try await fixture.removeChallenge(first.id, as: group.anna) } == .forbidden)
            #expect(await refusal { try await fixture.removeChallenge(first.id, as: .make()) } == .notFound)
            try await fixture.removeChallenge(first.id, as: group.petro)
            let seen = try await fixture.group(group.id, as: group.anna)
            #expect((seen.challenges.map(\.id), seen.version) == ([second.id], version + 1))
            #expect(await refusal { try await fixture.challenge(first.id, as: group.anna) } == .notFound)
            #expect(await refusal { try await fixture.removeChallenge(first.id, as: group.petro) } == .notFound)
            try await fixture.removeChallenge(second.id, as: group.olena)
            #expect(try await fixture.group(group.id, as: group.anna).challenges.isEmpty)
            fixture.advance(days: ChallengeGroup.daysToResult + 5)
            try await fixture.endChallenges()
            #expect(await refusal { try await fixture.challenge(second.id, as: group.anna) } == .notFound)
        }
    }

    @Test func `an ended challenge cannot be removed, even before its result is final`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...0, as: group.petro)
            for days in [ChallengeGroup.daysToResult - 1, 1] {
                fixture.advance(days: days)
                try await fixture.endChallenges()
                for user in [group.petro, group.olena] {
                    #expect(await refusal { try await fixture.removeChallenge(challenge.id, as: user) } == .conflict)
                }
            }
            #expect(try await fixture.challenge(challenge.id, as: group.anna).finished)
        }
    }

    @Test func `a creator that left cannot remove the challenge after rejoining`() async throws {
        try await LeaderboardFixture.use { fixture in
            let group = try await ChallengeGroup(fixture)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...4, as: group.petro)
            let seen = try await fixture.group(group.id, as: group.petro)
            try await fixture.removeMember(group.petro, from: group.id, as: group.petro)
            #expect(try await fixture.challenge(challenge.id, as: group.anna).madeBy == nil)
            try await fixture.join(seen, as: group.petro)
            #expect(await refusal { try await fixture.removeChallenge(challenge.id, as: group.petro) } == .forbidden)
        }
    }
}
