import Contracts
import Foundation
import Leaderboard
import Storage
import Testing

struct ExportTests {
    @Test func `all stored data of a user is exported or left out with a reason`() async throws {
        try await LeaderboardFixture.use { fixture in
            let gaps = try await fixture.store.exportGaps(of: LeaderboardSchema.export)
            #expect(gaps == [])
        }
    }

    @Test func `an export holds the user's own groups, results and foods, not those of others`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena", foods: true), try await fixture.person("Petro"))
            try await fixture.foods(olena, 0, ["Soup"])
            let group = try await fixture.group(of: petro, with: [olena])
            _ = try await fixture.group(of: petro, name: "Others")
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...0, as: petro)
            for user in [olena, petro] { try await fixture.day(user, 0) }
            fixture.advance(days: 30)
            try await fixture.endChallenges()

            let text = try await fixture.store.exportPage(ExportPage(), of: olena, LeaderboardSchema.export).text
            let exported = try #require(
                JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]]
            )
            #expect(exported["groups"]?.map { $0["name"] as? String } == ["Neighbours"])
            #expect(exported["memberships"]?.map { $0["teamId"] as? String } == [group.id.description])
            #expect(exported["challenges"]?.map { $0["id"] as? String } == [challenge.id.description])
            #expect(exported["challengeResults"]?.map { $0["rank"] as? Int } == [1])
            #expect(exported["sharesFoods"]?.map { $0["userId"] as? String } == [olena.description])
            let foods = exported["sharedFoods"]?.first?["foods"] as? [[String: Any]]
            #expect(foods?.map { $0["name"] as? String } == ["Soup"])
        }
    }
}
