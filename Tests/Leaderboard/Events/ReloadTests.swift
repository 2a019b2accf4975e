import Contracts
import Leaderboard
import Storage
import Testing

struct ReloadTests {
    private static func page(_ facts: [Event]) -> Snapshot.Reply {
        Snapshot.Reply(epoch: "restored", sequence: 9, events: facts, next: nil)
    }

    @Test func `reloads delete users and days that their sources no longer have`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            for user in [olena, petro] { try await fixture.days(user, -2...0) }
            let day = DayChanged(date: fixture.today, kcal: 2_000, targetKcal: 2_000, entries: 1)
            let days = try [olena, petro].map { try fixture.event(day, of: $0, from: .diary) }
            try await fixture.store.apply(Self.page(days), after: nil, DiarySubscription.subscriber(fixture.boards))
            for user in [olena, petro] { #expect(try await fixture.score(user, .logged) == 1) }

            let profile = ProfileChanged(
                name: "Lena",
                timeZone: "UTC",
                dayStartHour: 0,
                weekStart: 1,
                shares: Shares(leaderboard: true)
            )
            let people = try [fixture.event(profile, of: olena, from: .profile)]
            try await fixture.store.apply(Self.page(people), after: nil, ProfileSubscription.subscriber(fixture.boards))
            #expect(try await fixture.top(.logged).items.map(\.name) == ["Lena"])
            #expect(try await fixture.score(olena, .logged) == 1)
        }
    }
}
