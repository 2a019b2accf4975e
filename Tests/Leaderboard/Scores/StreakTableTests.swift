import Contracts
import Leaderboard
import SeededRandom
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StreakTableTests {
    /// Returns a user's stored streaks, and those computed from their days.
    private static func streaks(of user: UserID, _ fixture: LeaderboardFixture) async throws
        -> (stored: [ClosedRange<Int>], expected: [ClosedRange<Int>])
    {
        try await fixture.store.read { reader in
            let stored = try reader.rows(
                "SELECT first_day, last_day FROM streak WHERE user_id = ? ORDER BY last_day",
                [user.description]
            ).map { try $0.value("first_day", as: Int.self)...$0.value("last_day", as: Int.self) }
            var expected: [ClosedRange<Int>] = []
            let days = try reader.rows(
                "SELECT day_number FROM day WHERE user_id = ? ORDER BY day_number",
                [user.description]
            )
            for row in days {
                let day: Int = try row.value("day_number")
                if let last = expected.last, last.upperBound == day - 1 {
                    expected[expected.count - 1] = last.lowerBound...day
                } else {
                    expected.append(day...day)
                }
            }
            return (stored, expected)
        }
    }

    @Test(arguments: [1, 2, 3])
    func `streaks grow, join, split and shrink as days are added and removed`(seed: Int) async throws {
        try await LeaderboardFixture.use { fixture in
            var random = SeededGenerator(seed: seed)
            let users = [UserID.make(), UserID.make()]
            for _ in 0..<300 {
                let user = users.randomElement(using: &random) ?? users[0]
                let offset = Int.random(in: -12...4, using: &random)
                try await fixture.day(user, offset, entries: Int.random(in: 0...2, using: &random))
                let (stored, expected) = try await Self.streaks(of: user, fixture)
                #expect(stored == expected, "seed \(seed)")
            }
        }
    }

    @Test func `missing streaks are recomputed with the user's scores`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            try await fixture.days(user, -9 ... -5)
            try await fixture.days(user, -3...0)
            try await fixture.store.write { transaction in
                try transaction.execute("DELETE FROM streak")
                try transaction.execute("UPDATE person SET due_day = 0")
            }
            try await fixture.rollover.run()
            let (stored, expected) = try await Self.streaks(of: user, fixture)
            #expect(stored == expected)
            #expect(stored.count == 2)
            #expect(try await fixture.score(user, .streak) == 4)
        }
    }
}
