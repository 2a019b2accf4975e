import Contracts
import Leaderboard
import Storage
import Testing

struct ErasureTests {
    @Test func `nobody who has left is on the board or in its files, whatever is still told of them`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena Unusual"), try await fixture.person("Petro"))
            for user in [olena, petro] { try await fixture.days(user, -2...0) }
            let event = try fixture.event(AccountErased(), of: olena, from: .auth)
            #expect(try await fixture.store.apply(event, epoch: "auth", LeaderboardSchema.erasure))
            try await fixture.day(olena, -1)
            try await fixture.person("Olena Unusual", user: olena)
            #expect(try await fixture.store.cleanUp())
            for text in [olena.description, "Olena Unusual"] {
                #expect(try !Files.hold(text, in: fixture.directory))
            }
            #expect(try await fixture.top(.logged).items.map(\.userId) == [petro])
        }
    }
}
