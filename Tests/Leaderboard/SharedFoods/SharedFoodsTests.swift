import Calendar
import Contracts
import Foundation
import Leaderboard
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SharedFoodsTests {
    /// Returns the foods of a user's day as another user sees them.
    private func names(_ user: UserID, _ offset: Int = 0, in fixture: LeaderboardFixture) async throws -> [String]? {
        let request = LeaderboardDay(id: user, date: .date(fixture.today.advanced(by: offset)))
        return try await fixture.service.day(request, fixture.context(.make())).foods.map { $0.map(\.name) }
    }

    private func rows(in fixture: LeaderboardFixture) async throws -> Int {
        try await fixture.store.read { try $0.scalar("SELECT count(*) FROM day_food") ?? -1 }
    }

    @Test func `shared foods are shown as in the last event`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            #expect(try await names(olena, in: fixture) == [])
            try await fixture.foods(olena, 0, ["Soup"])
            try await fixture.foods(olena, 0, ["Soup", "Bread"])
            try await fixture.foods(olena, -1, ["Tea"])
            let request = LeaderboardDay(id: olena, date: .today)
            let day = try await fixture.service.day(request, fixture.context(.make()))
            #expect(day.foods?.first == .init(meal: .lunch, name: "Soup", grams: 120, kcal: 80.5))
            #expect(try await names(olena, in: fixture) == ["Soup", "Bread"])
            #expect(try await names(olena, -1, in: fixture) == ["Tea"])
            try await fixture.foods(olena, 0, [])
            #expect(try await names(olena, in: fixture) == [])
            #expect(try await rows(in: fixture) == 1)
        }
    }

    @Test func `a user that stops sharing foods shows none, whatever events follow`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            try await fixture.foods(olena, 0, ["Soup"])
            try await fixture.person("Olena", user: olena)
            #expect(try await names(olena, in: fixture) == nil)
            #expect(try await rows(in: fixture) == 0)
            // The diary published this before it received the change, and the empty list afterwards.
            try await fixture.foods(olena, 0, ["Late soup"])
            #expect(try await names(olena, in: fixture) == nil)
            try await fixture.foods(olena, 0, [])
            #expect(try await rows(in: fixture) == 0)
        }
    }

    @Test func `foods are shown when the sharing setting arrives after them`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena")
            try await fixture.foods(olena, 0, ["Soup"])
            #expect(try await names(olena, in: fixture) == nil)
            try await fixture.person("Olena", user: olena, foods: true)
            #expect(try await names(olena, in: fixture) == ["Soup"])
        }
    }

    @Test func `a user that stops sharing has their stored foods deleted`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            try await fixture.foods(olena, 0, ["Unusual soup"])
            try await fixture.person("Olena", user: olena, shares: false, foods: true)
            #expect(try await rows(in: fixture) == 0)
            try await fixture.person("Olena", user: olena, foods: true)
            #expect(try await names(olena, in: fixture) == [])
        }
    }

    @Test func `foods are deleted only for days that are no longer shown`() async throws {
        // 35 hours behind UTC, today is the day before yesterday.
        try await LeaderboardFixture.use(now: LeaderboardFixture.noon.addingTimeInterval(-7_200)) { fixture in
            let late = try await fixture.person("Late", foods: true, timeZone: "Etc/GMT+12", dayStartHour: 23)
            for offset in -12...1 { try await fixture.foods(late, offset, ["Day \(offset)"]) }
            try await fixture.service.deleteExpiredFoods()
            for offset in -8 ... -2 { #expect(try await names(late, offset, in: fixture) == ["Day \(offset)"]) }
            #expect(try await rows(in: fixture) == 10)
            fixture.advance(days: 1)
            try await fixture.service.deleteExpiredFoods()
            #expect(try await rows(in: fixture) == 9)
        }
    }

    @Test func `reloads replace foods and sharing settings independently`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (
                try await fixture.person("Olena", foods: true), try await fixture.person("Petro", foods: true)
            )
            for user in [olena, petro] { try await fixture.foods(user, 0, ["Soup"]) }
            func page(_ facts: [Event]) -> Snapshot.Reply {
                Snapshot.Reply(epoch: "restored", sequence: 9, events: facts, next: nil)
            }
            let bread = DayShared(
                date: fixture.today,
                foods: [.init(meal: .snack, name: "Bread", grams: nil, kcal: 90)]
            )
            let diary = try page([fixture.event(bread, of: olena, from: .diary)])
            try await fixture.store.apply(diary, after: nil, DiarySubscription.subscriber(fixture.boards))
            #expect(try await names(olena, in: fixture) == ["Bread"])
            #expect(try await names(petro, in: fixture) == [])

            func profile(_ foods: Bool) -> ProfileChanged {
                ProfileChanged(
                    name: "Olena",
                    timeZone: "UTC",
                    dayStartHour: 0,
                    weekStart: 1,
                    shares: Shares(leaderboard: true, foods: foods)
                )
            }
            let same = try page([fixture.event(profile(true), of: olena, from: .profile)])
            try await fixture.store.apply(same, after: nil, ProfileSubscription.subscriber(fixture.boards))
            #expect(try await names(olena, in: fixture) == ["Bread"])
            let ended = try page([fixture.event(profile(false), of: olena, from: .profile)])
            try await fixture.store.apply(ended, after: nil, ProfileSubscription.subscriber(fixture.boards))
            #expect(try await names(olena, in: fixture) == nil)
            #expect(try await rows(in: fixture) == 0)
        }
    }
}
