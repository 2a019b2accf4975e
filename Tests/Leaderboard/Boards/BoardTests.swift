import Contracts
import Leaderboard
import Testing

struct BoardTests {
    @Test func `an empty board has no rows`() async throws {
        try await LeaderboardFixture.use { fixture in
            let reply = try await fixture.top()
            #expect(reply.items.isEmpty)
            #expect(reply.me == nil)
        }
    }

    @Test func `users closest to their targets rank first`() async throws {
        try await LeaderboardFixture.use { fixture in
            let scores: [(name: String, kcal: Double)] = [
                ("Half", 1_000), ("Exact", 2_000), ("Over", 2_200), ("Double", 5_000),
            ]
            for (name, kcal) in scores {
                try await fixture.days(try await fixture.person(name), -7 ... -1, kcal: kcal)
            }
            let items = try await fixture.top().items
            #expect(items.map(\.name) == ["Exact", "Over", "Half", "Double"])
            #expect(items.map(\.score) == [100, 90, 50, 0])
            #expect(items.map(\.rank) == [1, 2, 3, 4])
        }
    }

    @Test func `equal scores share a rank, ordered by name, then by id`() async throws {
        try await LeaderboardFixture.use { fixture in
            let lower = try await fixture.person("Bela")
            let higher = try await fixture.person("Bela")
            let others = [
                try await fixture.person("Anna"), try await fixture.person("Zoe"), try await fixture.person("Mia"),
            ]
            for user in [higher, lower] { try await fixture.day(user, -1, kcal: 1_800) }
            try await fixture.day(others[0], -1, kcal: 1_800)
            try await fixture.day(others[1], -1)
            try await fixture.day(others[2], -1, kcal: 100)
            let items = try await fixture.top().items
            #expect(items.map(\.name) == ["Zoe", "Anna", "Bela", "Bela", "Mia"])
            #expect(items.map(\.rank) == [1, 2, 2, 2, 5])
            #expect(items[2...3].map(\.userId) == [lower, higher].sorted())
        }
    }

    @Test func `ranks after a tie count all users before it`() {
        let rows = Standing.rows(
            of: [("a", 3), ("b", 2), ("c", 2), ("d", 1)].map { .init(user: .make(), name: $0.0, score: $0.1) }
        )
        #expect(rows.map(\.rank) == [1, 2, 2, 4])
    }

    @Test func `the caller's own row is returned even beyond the limit`() async throws {
        try await LeaderboardFixture.use { fixture in
            var users: [UserID] = []
            for index in 0..<25 {
                users.append(try await fixture.person("Name \(index)"))
                try await fixture.days(users[index], -7 ... -1, kcal: 2_000 - Double(index) * 10)
            }
            let reply = try await fixture.top(as: users[24])
            #expect(reply.items.count == LeaderboardTop.limitDefault)
            #expect(reply.me == .init(rank: 25, userId: users[24], name: "Name 24", score: 88))
            #expect(try await fixture.top(limit: 1).items.map(\.userId) == [users[0]])
            #expect(try await fixture.top(limit: 100, as: users[3]).items.contains { $0.userId == users[3] })
            #expect(try await fixture.top(as: .make()).me == nil)
        }
    }

    @Test func `a user that does not share is never ranked, not even for themselves`() async throws {
        try await LeaderboardFixture.use { fixture in
            let hidden = try await fixture.person("Hidden", shares: false)
            let unknown = UserID.make()
            for user in [hidden, unknown] { try await fixture.days(user, -6...0) }
            for metric in LeaderboardTop.Metric.allCases {
                for period in [LeaderboardTop.Period.week, .month] {
                    let reply = try await fixture.top(metric, period, limit: 100, as: hidden)
                    #expect(reply.items.isEmpty)
                    #expect(reply.me == nil)
                }
            }
        }
    }

    @Test func `sharing takes effect at once when turned off and on`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.day(user, -1)
            #expect(try await fixture.top(as: user).items.count == 1)
            try await fixture.person("Olena", user: user, shares: false)
            let reply = try await fixture.top(as: user)
            #expect(reply.items.isEmpty)
            #expect(reply.me == nil)
            try await fixture.person("Olena M", user: user)
            #expect(try await fixture.top().items.map(\.name) == ["Olena M"])
        }
    }

    @Test func `a user without logged days in the period is not ranked`() async throws {
        try await LeaderboardFixture.use { fixture in
            try await fixture.person("Newcomer")
            let idle = try await fixture.person("Idle")
            try await fixture.day(idle, -20)
            let planner = try await fixture.person("Planner")
            try await fixture.day(planner, 3)
            #expect(try await fixture.top(.logged, .week).items.isEmpty)
            #expect(try await fixture.top(.logged, .month).items.map(\.userId) == [idle])
        }
    }

    @Test(arguments: [Int.min, 0, 101])
    func `a limit outside the contract's range is refused`(limit: Int) async throws {
        try await LeaderboardFixture.use { fixture in
            let error = await #expect(throws: ServiceError.self) { try await fixture.top(limit: limit) }
            #expect(error?.code == .invalid)
            #expect(error?.details.map(\.field) == ["limit"])
        }
    }

    @Test func `a board needs a signed-in caller`() async throws {
        try await LeaderboardFixture.use { fixture in
            let error = await #expect(throws: ServiceError.self) {
                try await fixture.service.top(LeaderboardTop(), .own())
            }
            #expect(error?.code == .unauthenticated)
        }
    }
}
