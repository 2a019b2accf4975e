import Contracts
import Foundation
import Leaderboard
import Testing

struct ScoreTests {
    @Test func `days without entries count nothing`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.day(user, -40)
            try await fixture.day(user, -1)
            try await fixture.day(user, 0)
            #expect(try await fixture.score(user, .adherence) == 28.6)
            #expect(try await fixture.score(user, .adherence, .month) == 6.7)
            #expect(try await fixture.score(user, .logged) == 2)
        }
    }

    @Test func `who began within the period is averaged from the first day on`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.day(user, -3)
            try await fixture.day(user, 0, kcal: 1_000)
            #expect(try await fixture.score(user, .adherence) == 37.5)
            #expect(try await fixture.score(user, .adherence, .month) == 37.5)
        }
    }

    @Test func `today counts as soon as it is logged, and not before`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.days(user, -10 ... -1)
            #expect(try await fixture.score(user, .adherence) == 100)
            #expect(try await fixture.score(user, .logged) == 7)
            try await fixture.day(user, 0, kcal: 1_300)
            #expect(try await fixture.score(user, .adherence) == 95)
            #expect(try await fixture.score(user, .logged) == 7)
            #expect(try await fixture.score(user, .logged, .month) == 11)
        }
    }

    @Test func `a logged day without a target counts nothing for adherence`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.day(user, -1, target: nil)
            try await fixture.day(user, 0)
            #expect(try await fixture.score(user, .adherence) == 50)
            #expect(try await fixture.score(user, .logged) == 2)
            try await fixture.day(user, -1, target: 0)
            #expect(try await fixture.score(user, .adherence) == 50)
        }
    }

    @Test func `a target below the least that is recommended counts as that`() async throws {
        try await LeaderboardFixture.use { fixture in
            let starving = try await fixture.person("Starving")
            try await fixture.day(starving, 0, kcal: 600, target: 600)
            #expect(try await fixture.score(starving, .adherence) == 50)
            try await fixture.day(starving, 0, kcal: 1_200, target: 600)
            #expect(try await fixture.score(starving, .adherence) == 100)
            try await fixture.day(starving, 0, kcal: 1_200, target: 1_200)
            #expect(try await fixture.score(starving, .adherence) == 100)
            try await fixture.day(starving, 0, kcal: 1_200, target: 1_500)
            #expect(try await fixture.score(starving, .adherence) == 80)
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

    @Test func `each person's today is that of their own zone and start of day`() async throws {
        // 2026-03-10 23:30 UTC: the 11th in Kyiv, the 10th in New York, and the 10th in Kyiv for who starts the day at 4.
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

    @Test func `the farthest zones and starts of day are within what is fetched`() async throws {
        // Each with the hours from noon, UTC, and the days from that of UTC.
        let places = [("Etc/GMT+12", 23, -2.0, -2), ("Pacific/Kiritimati", 0, 0, 1), ("Etc/GMT+12", 0, 0, 0)]
        for (zone, hour, hours, today) in places {
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
