import Contracts
import Foundation
import Leaderboard
import Testing

struct ScoreTests {
    @Test func `days without entries add nothing to the scores`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.day(user, -40)
            try await fixture.day(user, -2)
            try await fixture.day(user, -1)
            #expect(try await fixture.score(user, .adherence) == 28.6)
            #expect(try await fixture.score(user, .adherence, .month) == 6.7)
            #expect(try await fixture.score(user, .logged) == 2)
        }
    }

    @Test func `one good day of a new user counts as one day of the period`() async throws {
        try await LeaderboardFixture.use { fixture in
            let beginner = try await fixture.person("Beginner")
            try await fixture.day(beginner, -1)
            #expect(try await fixture.score(beginner, .adherence) == 14.3)
            #expect(try await fixture.score(beginner, .adherence, .month) == 3.3)
            let steady = try await fixture.person("Steady")
            try await fixture.days(steady, -30 ... -1, kcal: 1_600)
            for period in LeaderboardTop.Period.allCases {
                #expect(try await fixture.top(.adherence, period).items.map(\.userId) == [steady, beginner])
            }
        }
    }

    @Test(arguments: LeaderboardTop.Period.allCases)
    func `removing days never raises adherence`(period: LeaderboardTop.Period) async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            for offset in -period.days ... -1 {
                try await fixture.day(user, offset, kcal: Double(200 * (-offset % 16)))
            }
            var before = try #require(try await fixture.score(user, .adherence, period))
            for offset in -period.days ... -2 {
                try await fixture.day(user, offset, entries: 0)
                let after = try #require(try await fixture.score(user, .adherence, period))
                #expect(after <= before)
                before = after
            }
        }
    }

    @Test func `today counts for adherence once it is marked as complete`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.day(user, 0)
            #expect(try await fixture.score(user, .adherence) == nil)
            try await fixture.day(user, 0, isComplete: true)
            #expect(try await fixture.score(user, .adherence) == 14.3)
            try await fixture.day(user, 0)
            #expect(try await fixture.score(user, .adherence) == nil)
        }
    }

    @Test func `today counts for logged days at once, for adherence when it is over`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.days(user, -10 ... -1)
            #expect(try await fixture.score(user, .adherence) == 100)
            #expect(try await fixture.score(user, .logged) == 7)
            try await fixture.day(user, 0, kcal: 1_300)
            #expect(try await fixture.score(user, .adherence) == 100)
            #expect(try await fixture.score(user, .logged) == 7)
            #expect(try await fixture.score(user, .logged, .month) == 11)
            fixture.advance(days: 1)
            #expect(try await fixture.score(user, .adherence) == 95)
        }
    }

    @Test func `a user with entries only today has no adherence score`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.day(user, 0)
            #expect(try await fixture.score(user, .adherence) == nil)
            #expect(try await fixture.score(user, .logged) == 1)
            fixture.advance(days: 1)
            #expect(try await fixture.score(user, .adherence) == 14.3)
        }
    }

    @Test func `a logged day without a target adds nothing to adherence`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.day(user, -2, target: nil)
            try await fixture.day(user, -1)
            #expect(try await fixture.score(user, .adherence) == 14.3)
            #expect(try await fixture.score(user, .logged) == 2)
            try await fixture.day(user, -2, target: 0)
            #expect(try await fixture.score(user, .adherence) == 14.3)
        }
    }

    @Test func `a target below the recommended minimum counts as that minimum`() async throws {
        try await LeaderboardFixture.use { fixture in
            let starving = try await fixture.person("Starving")
            let cases = [(600.0, 600, 50.0), (1_200, 600, 100), (1_200, 1_200, 100), (1_200, 1_500, 80)]
            for (kcal, target, score) in cases {
                for offset in -7 ... -1 { try await fixture.day(starving, offset, kcal: kcal, target: target) }
                #expect(try await fixture.score(starving, .adherence) == score)
            }
        }
    }

    @Test func `a streak ends today or yesterday and is not cut by the period`() async throws {
        try await LeaderboardFixture.use { fixture in
            let long = try await fixture.person("Long")
            try await fixture.days(long, -49 ... -1)
            let broken = try await fixture.person("Broken")
            try await fixture.days(broken, -9 ... -4)
            try await fixture.days(broken, -2...0)
            let over = try await fixture.person("Over")
            try await fixture.days(over, -6 ... -2)
            #expect(try await fixture.score(long, .streak) == 49)
            #expect(try await fixture.score(broken, .streak) == 3)
            #expect(try await fixture.score(over, .streak) == 0)
            try await fixture.day(long, 0)
            #expect(try await fixture.score(long, .streak) == 50)
            try await fixture.day(broken, -3)
            #expect(try await fixture.score(broken, .streak, .month) == 10)
        }
    }

    @Test func `days planned ahead do not lengthen a streak`() async throws {
        try await LeaderboardFixture.use { fixture in
            let ahead = try await fixture.person("Ahead")
            try await fixture.days(ahead, -2...5)
            let gap = try await fixture.person("Gap")
            try await fixture.days(gap, -3 ... -1)
            try await fixture.days(gap, 1...2)
            #expect(try await fixture.score(ahead, .streak) == 3)
            #expect(try await fixture.score(gap, .streak) == 3)
            #expect(try await fixture.score(ahead, .logged) == 3)
        }
    }

    @Test func `each user's today follows their own time zone and start of day`() async throws {
        // 2026-03-10 23:30 UTC is the 11th in Kyiv and the 10th in New York.
        // In Kyiv it is still the 10th for a user with a day that starts at 4.
        let late = LeaderboardFixture.noon.addingTimeInterval(11.5 * 3_600)
        try await LeaderboardFixture.use(now: late) { fixture in
            let kyiv = try await fixture.person("Kyiv", timeZone: "Europe/Kyiv")
            let owl = try await fixture.person("Owl", timeZone: "Europe/Kyiv", dayStartHour: 4)
            let newYork = try await fixture.person("New York", timeZone: "America/New_York")
            for user in [kyiv, owl, newYork] {
                try await fixture.day(user, -8)
                try await fixture.day(user, -6)
                try await fixture.day(user, 1)
            }
            #expect(try await fixture.score(kyiv, .logged) == 1)
            #expect(try await fixture.score(kyiv, .streak) == 1)
            #expect(try await fixture.score(owl, .logged) == 1)
            #expect(try await fixture.score(owl, .streak) == 0)
            #expect(try await fixture.score(newYork, .logged) == 1)
            try await fixture.day(kyiv, -5)
            try await fixture.day(newYork, -5)
            #expect(try await fixture.score(kyiv, .logged) == 2)
            #expect(try await fixture.score(newYork, .logged) == 2)
        }
    }

    @Test func `scores are complete in the most distant zones and starts of day`() async throws {
        // Zone, start of day, hours from noon UTC, and the user's today in days from today in UTC.
        let cases = [("Etc/GMT+12", 23, -2.0, -2), ("Pacific/Kiritimati", 0, 0, 1), ("Etc/GMT+12", 0, 0, 0)]
        for (zone, hour, hours, today) in cases {
            try await LeaderboardFixture.use(now: LeaderboardFixture.noon.addingTimeInterval(hours * 3_600)) {
                fixture in
                let user = try await fixture.person("Far away", timeZone: zone, dayStartHour: hour)
                try await fixture.days(user, today - 40...today - 1)
                #expect(try await fixture.score(user, .logged, .month) == 30, "\(zone)")
                #expect(try await fixture.score(user, .streak) == 40, "\(zone)")
                try await fixture.day(user, today)
                #expect(try await fixture.score(user, .logged, .month) == 30, "\(zone)")
                #expect(try await fixture.score(user, .streak) == 41, "\(zone)")
            }
        }
    }
}
