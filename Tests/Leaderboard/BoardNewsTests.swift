import Contracts
import Foundation
import Leaderboard
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BoardNewsTests {
    private static func place(_ fixture: LeaderboardFixture) -> Int {
        fixture.boards.news.since(LeaderboardBoards()).place
    }

    @Test func `those boards are told on which something has changed, once it can be read`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (news, begin) = (fixture.boards.news, Self.place(fixture))
            let user = try await fixture.person("Olena")
            #expect(try await news.tell(fixture.store) == nil)
            try await fixture.day(user, 0)
            #expect(news.since(LeaderboardBoards(after: begin)).items.isEmpty)
            let first = try await news.tell(fixture.store)
            #expect(first == begin + 1)
            let told = news.since(LeaderboardBoards(after: begin))
            #expect(told.place == begin + 1)
            #expect(told.items.map(\.id) == Board.allCases.map(\.id))
            #expect(told.items.allSatisfy { $0.version == begin + 1 && $0.kind == .board && $0.members == nil })
            try await fixture.day(user, 0, kcal: 1_000)
            #expect(try await news.tell(fixture.store) == begin + 2)
            let changed = news.since(LeaderboardBoards(after: told.place))
            #expect(changed.items.map(\.id) == ["week.adherence", "month.adherence"])
            #expect(news.since(LeaderboardBoards(after: changed.place)).items.isEmpty)
        }
    }

    @Test func `who was told by another process is told everything, with higher versions`() async throws {
        try await LeaderboardFixture.use { fixture in
            let old = Self.place(fixture)
            let later = BoardNews(startedAt: fixture.now.addingTimeInterval(60))
            for place in [old, 0, Int.max] {
                let reply = later.since(LeaderboardBoards(after: place))
                #expect(reply.items.count == Board.allCases.count)
                #expect(reply.items.allSatisfy { $0.version > old })
                #expect(later.since(LeaderboardBoards(after: reply.place)).items.isEmpty)
            }
        }
    }
}
