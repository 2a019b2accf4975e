import Contracts
import Leaderboard
import Storage
import TestSupport
import Testing

struct ErasureTests {
    @Test func `an erased user is in no board or file, even after later events`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena Unusual"), try await fixture.person("Petro"))
            for user in [olena, petro] { try await fixture.days(user, -2...0) }
            let event = try fixture.event(AccountErased(), of: olena, from: .auth)
            #expect(try await fixture.store.apply(event, epoch: "auth", AccountSubscription.subscriber(fixture.boards)))
            try await fixture.day(olena, -1)
            try await fixture.person("Olena Unusual", user: olena)
            #expect(try await fixture.store.cleanUp())
            #expect(try await fixture.store.rebuild())
            for text in [olena.description, "Olena Unusual"] {
                #expect(try !fixture.directory.filesContain(text))
            }
            #expect(try await fixture.top(.logged).items.map(\.userId) == [petro])
        }
    }

    @Test func `an erased user leaves nothing in groups, challenges and shared foods`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            let petro = try await fixture.person("Petro")
            try await fixture.foods(olena, 0, ["Unusual soup"])
            let group = try await fixture.group(of: olena, with: [petro])
            let own = try await fixture.group(of: olena, name: "Unusual group")
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...0, as: olena)
            for user in [olena, petro] { try await fixture.days(user, -1...0) }
            fixture.advance(days: 30)
            try await fixture.endChallenges()
            #expect(try await fixture.challenge(challenge.id, as: petro).standing.count == 2)

            try await fixture.erase(olena)
            #expect(try await fixture.store.cleanUp())
            #expect(try await fixture.store.rebuild())
            for text in [olena.description, "Unusual", own.id.description] {
                #expect(try !fixture.directory.filesContain(text))
            }
            let left = try await fixture.group(group.id, as: petro)
            #expect((left.owner, left.members.map(\.userId)) == (petro, [petro]))
            #expect(try await fixture.challenge(challenge.id, as: petro).standing.map(\.userId) == [petro])
            #expect(await refusal { try await fixture.join(left, as: olena) } != nil)
            #expect(try await !fixture.group(group.id, as: petro).members.contains { $0.userId == olena })
        }
    }

    @Test func `a user with only a membership is listed for erasure checks`() async throws {
        try await LeaderboardFixture.use { fixture in
            let member = UserID.make()
            _ = try await fixture.group(of: member)
            let people = try await fixture.store.people(
                after: nil,
                limit: 10,
                of: AccountSubscription.subscriber(fixture.boards)
            )
            #expect(people == [member])
        }
    }
}
