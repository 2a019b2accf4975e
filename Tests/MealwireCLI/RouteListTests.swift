import Contracts
import Foundation
import MealwireCLI
import Testing

/// The output of `mealwire routes`.
struct RouteListTests {
    private struct Row: Decodable, Equatable {
        var verb: String
        var path: String
        var access: String
        var role: String?
        var scope: String?
        var method: String?
        var summary: String
    }

    private static func rows() throws -> [Row] {
        try JSONDecoder().decode([Row].self, from: Data(try RouteList.json().utf8))
    }

    @Test func `the table has one line for each route, sorted by path`() throws {
        let lines = RouteList.text().split(separator: "\n")
        #expect(lines.count == API.routes.count + 1)
        #expect(lines[0].split(separator: " ").first == "verb")
        let add = try #require(lines.first { $0.contains("/v1/diary/days/{date}/entries ") })
        let words = add.split(separator: " ", omittingEmptySubsequences: true).prefix(5).map(String.init)
        #expect(words == ["POST", "/v1/diary/days/{date}/entries", "user", "diary:write", "diary.entries.add"])
        #expect(add.hasSuffix("Logs something eaten."))
        let users = try #require(lines.first { $0.contains(" /v1/admin/users ") })
        #expect(users.split(separator: " ")[2] == "staff")
        let paths = try Self.rows().map(\.path)
        #expect(paths == paths.sorted())
    }

    @Test func `the JSON has the same routes, without fields that a route does not have`() throws {
        let rows = try Self.rows()
        #expect(rows.count == API.routes.count)
        let live = try #require(rows.first { $0.path == "/v1/events" })
        #expect(live.scope == "diary:read" && live.method == nil && live.access == "user")
        #expect(live.role == nil)
        let system = try #require(rows.first { $0.path == "/v1/admin/system" })
        #expect((system.access, system.role) == ("user", "admin"))
        let keys = try #require(rows.first { $0.path == "/.well-known/jwks.json" })
        #expect(keys.scope == nil && keys.method == "auth.keys" && keys.access == "anyone")
    }
}
