import Contracts
import Foundation
import StubRemoteSource
import TestSupport
import Testing

extension SystemCommandTests {
    /// Remote food sources, over HTTP, with the real processes and a stub for the sources.
    struct RemoteFoods {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"keep""#

        @Test func `a user searches a remote source, stores a product, and finds it in the catalog`() async throws {
            let stub = try await StubRemoteSource { request in
                request.target.hasPrefix("/cgi/search.pl")
                    ? .ok(DocumentedAnswers.search([DocumentedAnswers.spread])) : .status(500)
            }
            let options = [
                "--catalog-remote-openfoodfacts", "on", "--catalog-remote-openfoodfacts-url", stub.address,
                "--catalog-remote-contact", "owner@example.org",
            ]
            func arguments(_ directory: String) -> [String: [String]] { ["food-catalog": options] }
            try await StackFixture.run(arguments: arguments) { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let answer = try await user.http.get("/v1/foods/remote?q=spread&limit=5")
                #expect(answer.status == 200)
                let reply = try answer.decode(CatalogRemote.Reply.self)
                #expect(reply.sources.map(\.state) == ["answered"])
                let item = try #require(reply.items.first)
                #expect((item.name, item.kcal) == ("Hazelnut spread", 539))
                #expect(!(try await find("hazelnut spread", user).contains { $0.source == "openFoodFacts" }))

                let body = #"{"source":"openFoodFacts","sourceId":"\#(item.sourceId)"}"#
                let stored = try await user.http.post("/v1/foods/remote", body)
                #expect(stored.status == 201, "\(String(decoding: stored.body, as: UTF8.self))")
                let food = try stored.decode(Food.self)
                #expect(food.source == "openFoodFacts")
                #expect(try await find("hazelnut spread", user).contains { $0.id == food.id })

                let unknown = try await user.http.get("/v1/foods/remote?q=spread&source=edamam")
                #expect(unknown.status == 404)
                #expect(try unknown.problem.detail.contains("MEALWIRE_CATALOG_REMOTE_EDAMAM_ID"))
                #expect(stub.requests.count == 1)
            }
            try await stub.stop()
        }

        /// Requests to remote sources have a capacity of their own, so searches never wait for them.
        @Test func `a source that does not answer delays no search`() async throws {
            let stub = try await StubRemoteSource { _ in .silence }
            let options = [
                "--catalog-remote-openfoodfacts", "on", "--catalog-remote-openfoodfacts-url", stub.address,
                "--catalog-remote-contact", "owner@example.org", "--catalog-remote-timeout-ms", "3000",
                "--bulk-capacity", "2",
            ]
            func arguments(_ directory: String) -> [String: [String]] { ["food-catalog": options] }
            try await StackFixture.run(arguments: arguments) { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                async let slow = user.http.get("/v1/foods/remote?q=bread")
                async let slower = user.http.get("/v1/foods/remote?q=butter")
                try await eventually("both requests wait for the source") { stub.requests.count >= 2 }
                for _ in 0..<20 { #expect(!(try await find("banana", user)).isEmpty) }
                for answer in [try await slow, try await slower] {
                    #expect(try answer.decode(CatalogRemote.Reply.self).sources.map(\.state) == ["timedOut"])
                }
            }
            try await stub.stop()
        }

        /// Gives every food the address of a picture, while the catalog is stopped.
        private func setPictures(_ address: String, _ stack: StackFixture) async throws {
            try stack.kill("food-catalog")
            let script = """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as database:
                    database.execute("UPDATE food SET image_url = ?", [sys.argv[2]])
                """
            let database = "\(stack.directory)/food-catalog.sqlite"
            let outcome = try CommandLineTool.run(tool: ["python3", "-c", script, database, address])
            try #require(outcome.status == 0, "\(outcome.errors)")
            try stack.start("food-catalog")
            try await stack.waitUntilReady()
        }

        @Test func `a food has the picture of its source, or a drawing if that server is slow or wrong`() async throws {
            let file = [UInt8](try TestPicture.file())
            let stub = try await StubRemoteSource { _ in .redirect("http://169.254.169.254/") }
            let options = ["--catalog-remote-pictures", stub.address]
            func arguments(_ directory: String) -> [String: [String]] { ["food-catalog": options] }
            try await StackFixture.run(arguments: arguments) { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let foods = try await find("banana", user)
                let paths = foods.compactMap(\.picture)
                try #require(paths.count > 3)
                #expect(try await mediaType(of: paths[3], user) == "image/svg+xml")
                #expect(stub.requests.isEmpty)

                try await setPictures("\(stub.address)/wrong.png", stack)
                #expect(try await mediaType(of: paths[0], user) == "image/svg+xml")
                stub.behave { _ in .file(file, mediaType: "image/png") }
                // The failure is remembered for this address.
                #expect(try await mediaType(of: paths[0], user) == "image/svg+xml")

                try await setPictures("\(stub.address)/good.png", stack)
                let answer = try await user.http.get(paths[1])
                #expect((answer.status, answer.header("Content-Type")) == (200, "image/png"))
                #expect(answer.header("Cache-Control") == "private, max-age=3600")
                #expect(answer.body.range(of: Data("SECRET".utf8)) == nil)
                #expect(stub.requests.filter { $0.target == "/good.png" }.count == 1)

                try await setPictures("\(stub.address)/slow.png", stack)
                stub.behave { _ in .silence }
                #expect(try await mediaType(of: paths[2], user) == "image/svg+xml")
            }
            try await stub.stop()
        }

        private func mediaType(of path: String, _ user: User) async throws -> String? {
            let answer = try await user.http.get(path)
            #expect(answer.status == 200)
            return answer.header("Content-Type")
        }

        @Test func `an invalid setting stops the catalog with one sentence`() throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let arguments = ["--data", directory.path, "--catalog-remote-openfoodfacts", "perhaps"]
            let catalog = try CommandLineTool.run(arguments, of: "food-catalog")
            #expect(catalog.status == 1)
            #expect(catalog.errors.contains("catalog.remote.openfoodfacts is perhaps, but must be on or off."))
        }

        private func find(_ words: String, _ user: User) async throws -> [Food] {
            let query = words.replacing(" ", with: "%20")
            return try await user.http.get("/v1/foods?q=\(query)").decode(CatalogSearch.Reply.self).items
        }
    }
}
