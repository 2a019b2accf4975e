import Contracts
import Foundation
import Testing

struct LeaderboardTopJSONTests {
    @Test func `a board is written as JSONEncoder writes it`() throws {
        let rows = [("Anna \"A\"", 99.9), ("Ümit\\\n", 0), ("Zoe", 100)].enumerated().map { index, row in
            LeaderboardTop.Row(rank: index + 1, userId: .make(), name: row.0, score: row.1)
        }
        for reply in [
            LeaderboardTop.Reply(items: rows, me: rows[1]), LeaderboardTop.Reply(items: rows, me: nil),
            LeaderboardTop.Reply(items: [], me: nil),
        ] {
            let written = try JSONSerialization.jsonObject(with: Data(try PayloadCoder.encode(reply))) as? NSDictionary
            let encoded = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(reply)) as? NSDictionary
            #expect(written != nil)
            #expect(written == encoded)
        }
    }
}
