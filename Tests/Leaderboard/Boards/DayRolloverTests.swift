import Calendar
import Contracts
import Foundation
import Leaderboard
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DayRolloverTests {
    /// Returns a user's due day in days from today; nil for never.
    private static func due(_ user: UserID, _ fixture: LeaderboardFixture) async throws -> Int? {
        let day: Int? = try await fixture.store.read { reader in
            try reader.scalar("SELECT due_day FROM person WHERE user_id = ?", [user.description])
        }
        return day.map { $0 - fixture.today.dayNumber }
    }

    @Test func `days without entries lower the scores until nothing is left to count`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.days(user, -6...0)
            var logged: [Double?] = []
            for _ in 0..<9 {
                fixture.advance(days: 1)
                logged.append(try await fixture.score(user, .logged))
            }
            #expect(logged == [7, 6, 5, 4, 3, 2, 1, nil, nil])
            #expect(try await fixture.score(user, .logged, .month) == 7)
            #expect(try await fixture.score(user, .streak, .month) == 0)
            fixture.advance(days: 21)
            #expect(try await fixture.score(user, .logged, .month) == 1)
            fixture.advance(days: 1)
            #expect(try await fixture.score(user, .logged, .month) == nil)
            #expect(try await Self.due(user, fixture) == nil)
        }
    }

    @Test func `adherence is recomputed each midnight, also for a user with entries today`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.days(user, -3 ... -1)
            #expect(try await Self.due(user, fixture) == 1)
            try await fixture.day(user, 0)
            #expect(try await Self.due(user, fixture) == 1)
            #expect(try await fixture.score(user, .adherence) == 42.9)
            fixture.advance(days: 1)
            #expect(try await fixture.score(user, .adherence) == 57.1)
            #expect(try await fixture.score(user, .streak) == 4)
            #expect(try await Self.due(user, fixture) == 1)
        }
    }

    @Test func `a planned day counts from its own date, however far ahead`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (near, far) = (try await fixture.person("Near"), try await fixture.person("Far"))
            try await fixture.days(near, 0...1)
            try await fixture.day(far, 90)
            #expect(try await Self.due(near, fixture) == 1)
            #expect(try await Self.due(far, fixture) == 90)
            #expect(try await fixture.score(near, .logged) == 1)
            fixture.advance(days: 1)
            #expect(try await fixture.score(near, .logged) == 2)
            #expect(try await fixture.score(near, .streak) == 2)
            fixture.advance(days: 88)
            #expect(try await fixture.score(far, .logged) == nil)
            fixture.advance(days: 1)
            #expect(try await fixture.score(far, .logged) == 1)
        }
    }

    @Test func `a day ends by the wall clock, also on a night of a clock change`() async throws {
        // 2026-03-27, 12:00 UTC. In Kyiv, clocks change from 3 to 4 in the night to the 29th.
        let noon = LeaderboardFixture.noon.addingTimeInterval(17 * 86_400)
        try await LeaderboardFixture.use(now: noon) { fixture in
            let user = try await fixture.person("Kyiv", timeZone: "Europe/Kyiv")
            try await fixture.days(user, -1...0)
            func streak(day: Int, hour: Int, minute: Int) async throws -> Double? {
                fixture.now = noon.addingTimeInterval(Double(day * 86_400 + (hour - 12) * 3_600 + minute * 60))
                return try await fixture.score(user, .streak)
            }
            // The 28th is over at 22:00 UTC, the 29th at 21:00 UTC.
            #expect(try await streak(day: 1, hour: 21, minute: 59) == 2)
            #expect(try await streak(day: 1, hour: 22, minute: 0) == 0)
            try await fixture.day(user, 0)
            #expect(try await streak(day: 1, hour: 22, minute: 1) == 3)
            #expect(try await streak(day: 2, hour: 20, minute: 59) == 3)
            #expect(try await streak(day: 2, hour: 21, minute: 0) == 0)
        }
    }

    @Test func `a read updates few due users and leaves many to the rollover`() async throws {
        try await LeaderboardFixture.use { fixture in
            let events = try (0..<250).flatMap { number -> [Event] in
                let user = UserID.make()
                let profile = ProfileChanged(
                    name: "Name \(number)",
                    timeZone: "UTC",
                    dayStartHour: 0,
                    weekStart: 1,
                    shares: Shares(leaderboard: true)
                )
                let day = DayChanged(date: fixture.today, kcal: 2_000, targetKcal: 2_000, entries: 1)
                return [
                    try fixture.event(profile, of: user, from: .profile),
                    try fixture.event(day, of: user, from: .diary),
                ]
            }
            for (source, eventSubscriber) in [
                (ServiceName.profile, ProfileSubscription.subscriber(fixture.boards)),
                (ServiceName.diary, DiarySubscription.subscriber(fixture.boards)),
            ] {
                try await fixture.store.apply(events.filter { $0.source == source }, epoch: "epoch", eventSubscriber)
            }
            func streaks() async throws -> Set<Double> {
                Set(try await fixture.top(.streak, .month, limit: 100).items.map(\.score))
            }
            #expect(try await streaks() == [1])
            fixture.advance(days: 2)
            #expect(try await streaks() == [1])
            try await fixture.rollover.run()
            #expect(try await streaks() == [0])
        }
    }
}
