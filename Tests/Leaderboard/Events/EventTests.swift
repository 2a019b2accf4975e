import Calendar
import Contracts
import Foundation
import Leaderboard
import SeededRandom
import TestSupport
import Testing

struct EventTests {
    @Test func `an event applied twice takes effect once`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            let yesterday = fixture.today.advanced(by: -1)
            let first = DayChanged(date: yesterday, kcal: 1_000, targetKcal: 2_000, entries: 1)
            let second = DayChanged(date: yesterday, kcal: 2_000, targetKcal: 2_000, entries: 2)
            let events = try [first, second].map { try fixture.event($0, of: user, from: .diary) }
            #expect(try await fixture.apply(events[0]))
            #expect(try await fixture.apply(events[1]))
            #expect(try await fixture.apply(events[0]) == false)
            #expect(try await fixture.apply(events[1]) == false)
            #expect(try await fixture.score(user, .adherence) == 14.3)
            #expect(try await fixture.score(user, .logged) == 1)
        }
    }

    @Test func `a day without entries is not a logged day`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.days(user, -1...0)
            try await fixture.day(user, 0, kcal: 0, entries: 0)
            try await fixture.day(user, -5, kcal: 0, entries: 0)
            #expect(try await fixture.score(user, .logged) == 1)
            #expect(try await fixture.score(user, .adherence) == 14.3)
            try await fixture.day(user, -1, kcal: 0, entries: 0)
            #expect(try await fixture.top(as: user).me == nil)
        }
    }

    @Test func `a day counts when its user's profile arrives after it`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = UserID.make()
            try await fixture.day(user, 0)
            #expect(try await fixture.top(.logged).items.isEmpty)
            try await fixture.person("Olena", user: user)
            #expect(try await fixture.top(.logged).items.map(\.userId) == [user])
        }
    }

    @Test func `events of other types and odd values do not block later events`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena", timeZone: "Nowhere/Land", dayStartHour: 99)
            let other = try fixture.event(AccountCreated(name: "X", profile: ProfileChange()), of: user, from: .profile)
            #expect(try await fixture.apply(other))
            let food = FoodLogged(foodId: .make(), count: 3, lastAt: "2026-03-10T12:00:00.000Z", lastMeal: .lunch)
            #expect(try await fixture.apply(try fixture.event(food, of: user, from: .diary)))
            try await fixture.day(user, -4, kcal: -5, target: -1, entries: -1)
            try await fixture.day(user, -4, kcal: -5, target: -1)
            #expect(try await fixture.score(user, .logged) == 1)
        }
    }

    @Test func `scores equal a recomputation from the last event of each day`() async throws {
        try await LeaderboardFixture.use { fixture in
            var random = SeededGenerator(seed: testSeed("SCORES"))
            var truth: [UserID: [Int: DayChanged]] = [:]
            // In order, because that of a dictionary differs from run to run.
            var users: [UserID] = []
            for index in 0..<6 { users.append(try await fixture.person("Name \(index)")) }
            for user in users { truth[user] = [:] }
            for _ in 0..<300 {
                let user = try #require(users.randomElement(using: &random))
                let offset = Int.random(in: -35...1, using: &random)
                let day = DayChanged(
                    date: fixture.today.advanced(by: offset),
                    kcal: Double.random(in: 0...4_000, using: &random),
                    targetKcal: Bool.random(using: &random) ? 2_000 : nil,
                    entries: Int.random(in: 0...3, using: &random)
                )
                #expect(try await fixture.apply(try fixture.event(day, of: user, from: .diary)))
                truth[user]?[offset] = day.entries > 0 ? day : nil
            }
            for (user, days) in truth {
                for (period, length) in [(LeaderboardTop.Period.week, 7), (.month, 30)] {
                    let expected = Recomputation(days: days, length: length)
                    #expect(try await fixture.score(user, .adherence, period) == expected.adherence)
                    #expect(try await fixture.score(user, .logged, period) == expected.logged)
                    #expect(try await fixture.score(user, .streak, period) == expected.streak)
                }
            }
        }
    }
}

/// A second, simple implementation of a user's scores: day by day, by distance from today.
private struct Recomputation {
    var adherence: Double?
    var logged: Double?
    var streak: Double?

    init(days: [Int: DayChanged], length: Int) {
        var (sum, hasFullDay) = (0.0, false)
        for offset in -length ... -1 {
            guard let day = days[offset] else { continue }
            hasFullDay = true
            if let target = day.targetKcal.map(Double.init) { sum += max(0, 1 - abs(day.kcal - target) / target) }
        }
        if hasFullDay { adherence = (sum / Double(length) * 1_000).rounded() / 10 }
        let last = days[0] == nil ? -1 : 0
        let hits = ((last - length + 1)...last).count { days[$0] != nil }
        guard hits > 0 else { return }
        logged = Double(hits)
        var count = 0
        while days[last - count] != nil { count += 1 }
        streak = Double(count)
    }
}
