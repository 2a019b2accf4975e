import Contracts
import Foundation
import Leaderboard
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AdherenceMigrationTests {
    private func open(_ path: String, _ migrations: [Migration]) async throws -> Store {
        try await Store.open(
            path,
            migrations: migrations,
            logger: .silent
        )
    }

    /// Stores one user with one day and the score of the former rule.
    private func old(_ path: String, _ user: UserID, today: Int) async throws {
        let migrations = LeaderboardSchema.migrations.prefix { $0.name != "leaderboard-full-days-1" }
        #expect(migrations.count < LeaderboardSchema.migrations.count)
        let store = try await open(path, Array(migrations))
        try await store.write { transaction in
            let id = user.description
            try transaction.execute("INSERT INTO person VALUES (?, 'Olena', 1, 'UTC', 0, ?)", [id, today + 2])
            try transaction.execute("INSERT INTO day VALUES (?, ?, 2000, 2000, 1)", [id, today - 1])
            try transaction.execute("INSERT INTO run VALUES (?, ?, ?)", [id, today - 1, today - 1])
            try transaction.execute("INSERT INTO score VALUES (?, 'Olena', 1000, 1, 1, 1000, 1, 1)", [id])
            for board in Board.allCases {
                let score = board.metric == .adherence ? 1_000 : 1
                try transaction.execute("INSERT INTO standing VALUES (?, ?, 'Olena', ?)", [board.number, score, id])
                try transaction.execute("INSERT INTO bucket VALUES (?, ?, 1)", [board.number, score])
            }
        }
        try store.close()
    }

    @Test func `scores of the former rule are recomputed after an upgrade`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let (path, user) = (directory.file("leaderboard.sqlite"), UserID.make())
        let now = LeaderboardFixture.noon
        try await old(path, user, today: Int(now.timeIntervalSince1970 / 86_400))
        let store = try await open(path, LeaderboardSchema.migrations)
        let streaks = try await store.read { try $0.scalar("SELECT count(*) FROM streak", as: Int.self) }
        #expect(streaks == 1)
        let boards = Boards { now }
        let rollover = DayRollover(store: store, boards: boards)
        try await rollover.run()
        let service = LeaderboardService(store: store, boards: boards, rollover: rollover)
        for (period, score) in [(LeaderboardTop.Period.week, 14.3), (.month, 3.3)] {
            let reply = try await service.top(
                LeaderboardTop(period: period, metric: .adherence),
                .own(principal: Principal(user: user, roles: [.user], session: .make()))
            )
            #expect(reply.items.map(\.score) == [score])
            #expect(reply.me?.rank == 1)
        }
        try store.close()
    }
}
