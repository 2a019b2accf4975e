import Calendar
import Contracts
import Foundation
import Leaderboard
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UserDayTests {
    private func user(_ user: UserID, in fixture: LeaderboardFixture) async throws -> LeaderboardUser.Reply {
        try await fixture.service.user(LeaderboardUser(id: user), fixture.context(.make()))
    }

    private func day(
        _ user: UserID,
        _ date: DayReference,
        in fixture: LeaderboardFixture
    ) async throws -> LeaderboardDay.Reply {
        try await fixture.service.day(LeaderboardDay(id: user, date: date), fixture.context(.make()))
    }

    @Test func `the last seven days of a sharing user are visible to other users`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena")
            try await fixture.days(olena, -8 ... -5)
            try await fixture.day(olena, -2, kcal: 1_733.3, target: 2_100)
            try await fixture.day(olena, -1, kcal: 900, target: nil)
            try await fixture.day(olena, 1)
            let reply = try await user(olena, in: fixture)
            #expect((reply.userId, reply.name) == (olena, "Olena"))
            #expect(reply.days.map(\.date) == (-6...0).map { fixture.today.advanced(by: $0) })
            #expect(reply.days.map(\.kcal) == [2_000, 2_000, nil, nil, 1_733.3, 900, nil])
            #expect(reply.days.map(\.targetKcal) == [2_000, 2_000, nil, nil, 2_100, nil, nil])
            #expect(reply.days.map(\.adherence) == [100, 100, 0, 0, 82.5, 0, 0])
        }
    }

    @Test func `a user's scores equal those of the boards on which they rank`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            try await fixture.days(olena, -40 ... -1)
            try await fixture.day(olena, -3, kcal: 1_500)
            try await fixture.days(petro, -20 ... -10)
            for person in [olena, petro] {
                var expected: [LeaderboardUser.Score] = []
                for period in LeaderboardTop.Period.allCases {
                    for metric in LeaderboardTop.Metric.allCases {
                        guard let score = try await fixture.score(person, metric, period) else { continue }
                        expected.append(.init(period: period, metric: metric, score: score))
                    }
                }
                let scores = try await user(person, in: fixture).scores
                #expect(scores == expected)
                #expect(scores.count == (person == olena ? 6 : 3))
            }
        }
    }

    @Test func `a user that does not share is not found, not even by themselves`() async throws {
        try await LeaderboardFixture.use { fixture in
            let hidden = try await fixture.person("Hidden", shares: false, foods: true)
            try await fixture.foods(hidden, 0, ["Soup"])
            try await fixture.days(hidden, -6...0)
            let left = try await fixture.person("Left")
            try await fixture.days(left, -6...0)
            try await fixture.person("Left", user: left, shares: false)
            for user in [hidden, left, .make()] {
                for caller in [user, .make()] {
                    let (service, context) = (fixture.service, fixture.context(caller))
                    #expect(await refusal { try await service.user(LeaderboardUser(id: user), context) } == .notFound)
                    let request = LeaderboardDay(id: user, date: .date(fixture.today))
                    #expect(await refusal { try await service.day(request, context) } == .notFound)
                }
            }
        }
    }

    @Test func `the days follow the user's own time zone and start of day`() async throws {
        // 23:30 UTC: tomorrow in Kyiv, but not for a user with a day that starts at four.
        try await LeaderboardFixture.use(now: LeaderboardFixture.noon.addingTimeInterval(11.5 * 3_600)) { fixture in
            let kyiv = try await fixture.person("Kyiv", timeZone: "Europe/Kyiv")
            let owl = try await fixture.person("Owl", timeZone: "Europe/Kyiv", dayStartHour: 4)
            #expect(try await user(kyiv, in: fixture).days.last?.date == fixture.today.advanced(by: 1))
            #expect(try await user(owl, in: fixture).days.last?.date == fixture.today)
            #expect(try await day(kyiv, .today, in: fixture).date == fixture.today.advanced(by: 1))
        }
    }

    @Test func `each of the seven days can be read alone, and no other day`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena")
            try await fixture.days(olena, -9...3)
            let week = try await user(olena, in: fixture).days
            for shown in week {
                let reply = try await day(olena, .date(shown.date), in: fixture)
                #expect(reply == LeaderboardDay.Reply(day: shown, foods: nil))
            }
            for offset in [-7, 1] {
                let date = DayReference.date(fixture.today.advanced(by: offset))
                #expect(await refusal { try await day(olena, date, in: fixture) } == .notFound)
            }
        }
    }

    @Test func `a user's days need a signed-in caller`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena")
            let service = fixture.service
            #expect(await refusal { try await service.user(LeaderboardUser(id: olena), .own()) } == .unauthenticated)
            let request = LeaderboardDay(id: olena, date: .today)
            #expect(await refusal { try await service.day(request, .own()) } == .unauthenticated)
        }
    }
}
