import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Foods from the diary reach the catalog and the list of recent foods.
    struct FoodUses {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60,"allergens":["milk","nuts"]"#

        /// Returns what the catalog stores about a user, by table.
        ///
        /// It asks the service directly, because an export can be downloaded a few times only.
        private func catalogTables(_ user: User, _ stack: StackFixture) throws -> [String: [[String: Any]]] {
            let method = ExportPage.method(of: .catalog).name
            let outcome = try CommandLineTool.run([
                "call", method, "{}", "--as", user.session.user.id.description, "--data", stack.directory,
            ])
            guard outcome.status == 0 else { throw StackFixture.Refusal(reason: outcome.errors) }
            let page = try PayloadCoder.decodeReply(ExportPage.Reply.self, from: Array(outcome.output.utf8))
            #expect(page.next == nil)
            let document = try JSONSerialization.jsonObject(with: Data(page.text.utf8))
            return document as? [String: [[String: Any]]] ?? [:]
        }

        private func uses(_ user: User, _ stack: StackFixture) throws -> [String: Int] {
            let rows = try catalogTables(user, stack)["foodUse"] ?? []
            return Dictionary(
                uniqueKeysWithValues: rows.compactMap { row in
                    guard let food = row["foodId"] as? String, let uses = row["uses"] as? Int else { return nil }
                    return (food, uses)
                }
            )
        }

        @Test func `the catalog learns which foods a user logs and which allergens they avoid`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let food = try await food(user)
                let entries = "/v1/diary/days/today/entries"
                let entry = #"{"meal":"lunch","foodId":"\#(food.id)","grams":120}"#
                let added = try await user.http.post(entries, entry)
                #expect(added.status == 201)
                #expect(try await user.http.post(entries, entry).status == 201)
                try await eventually("the catalog knows both entries", is: [food.id.description: 2]) {
                    try uses(user, stack)
                }
                try await eventually("the catalog knows the allergens") {
                    try catalogTables(user, stack)["settings"]?.first?["allergens"] as? [String] == ["milk", "nuts"]
                }
                // Events published while the catalog is down are not lost.
                try stack.kill("food-catalog")
                let id = try added.decode(DiaryEntry.self).id
                #expect(try await user.http.delete("/v1/diary/entries/\(id)").status == 204)
                try stack.start("food-catalog")
                try await stack.waitUntilReady()
                try await eventually("the catalog knows of the removal", is: [food.id.description: 1]) {
                    try uses(user, stack)
                }
            }
        }

        @Test func `recent foods match the catalog's foods and can be logged again`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let food = try await food(user)
                #expect(try await recent(user, "") == [])
                let body = #"{"meal":"lunch","foodId":"\#(food.id)","grams":120}"#
                #expect(try await user.http.post("/v1/diary/days/today/entries", body).status == 201)
                let item = try #require(try await recent(user, "?meal=lunch&sort=frequent&limit=5").first)
                #expect((item.foodId, item.name, item.grams, item.count) == (food.id, food.name, 120, 1))
                #expect(try await recent(user, "?meal=dinner") == [])
                #expect(try await user.http.get("/v1/foods/\(food.id)").decode(Food.self).id == food.id)
                #expect(try await user.http.get("/v1/foods/recent?meal=brunch").status == 400)
                #expect(try await user.http.get("/v1/foods/recent?limit=0").status == 422)
                let refused = try await user.http.post("/v1/foods/recent", "{}")
                #expect((refused.status, refused.header("Allow")) == (405, "GET, HEAD"))
            }
        }

        private func food(_ user: User) async throws -> Food {
            let found = try await user.http.get("/v1/foods?q=banana&limit=1").decode(CatalogSearch.Reply.self)
            return try #require(found.items.first)
        }

        private func recent(_ user: User, _ query: String) async throws -> [RecentFood] {
            let answer = try await user.http.get("/v1/foods/recent\(query)")
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
            return try answer.decode(DiaryFoodsRecent.Reply.self).items
        }
    }
}
