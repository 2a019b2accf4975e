import Leaderboard
import Storage
import Testing

struct ExportTests {
    @Test func `everything that is kept about somebody is exported, or left out for a reason`() async throws {
        try await LeaderboardFixture.use { fixture in
            let gaps = try await fixture.store.exportGaps(of: LeaderboardSchema.export)
            #expect(gaps == [])
        }
    }
}
