import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Images of diary entries, over HTTP.
    struct EntryImages {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        private func lunch(_ user: User) async throws -> [DiaryEntry] {
            try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self).meals[1].entries
        }

        @Test func `an image of a meal is served at its signed URL and erased with its owner`() async throws {
            try await StackFixture.run { stack in
                let (user, other) = (
                    try await User.register(stack, "Olena", Self.profile),
                    try await User.register(stack, "Boris", Self.profile)
                )
                let json = #"{"meal":"lunch","name":"Soup","kcal":300}"#
                let made = try await user.http.post("/v1/diary/days/today/entries", json).decode(DiaryEntry.self)
                let path = "/v1/diary/entries/\(made.id)/image"
                let png = try TestPicture.file()
                let answer = try await user.put(path, png, "image/png")
                #expect((answer.status, answer.header("ETag")) == (200, "\"2\""))
                let pictured = try answer.decode(DiaryEntry.self)
                #expect((pictured.id, pictured.version) == (made.id, 2))
                let first = try #require(pictured.imageURL)
                let seen = try await stack.http.get(first)
                #expect((seen.status, seen.header("Content-Type")) == (200, "image/png"))
                #expect(seen.body.range(of: Data("SECRET".utf8)) == nil)
                #expect(try await stack.http.get(first + "0").status == 403)
                #expect(try await other.put(path, png, "image/png").status == 404)
                #expect(try await user.put(path, Data("<svg/>".utf8), "image/png").status == 415)

                // The restarted process serves the same image.
                try stack.kill("diary")
                try stack.start("diary")
                try await stack.waitUntilReady()
                #expect(try await stack.http.get(try #require(try await lunch(user)[0].imageURL)).body == seen.body)
                let late = try await user.http.send("DELETE", path, nil, ["If-Match": "\"1\""])
                #expect((late.status, late.header("ETag")) == (412, "\"2\""))
                #expect(try await user.http.send("DELETE", path, nil, ["If-Match": "\"2\""]).status == 204)
                #expect(try await lunch(user).map(\.imageURL) == [nil])
                #expect(try await stack.http.get(first).status == 404)
                try await deleteAccount(user, path, stack)
            }
        }

        private func deleteAccount(_ user: User, _ path: String, _ stack: StackFixture) async throws {
            let answer = try await user.put(path, try TestPicture.file(), "image/png")
            let last = try #require(try answer.decode(DiaryEntry.self).imageURL)
            #expect(try await stack.http.get(last).status == 200)
            let deletion = try await user.http.post("/v1/account/deletion", #"{"password":"1234567A"}"#)
            #expect(deletion.status == 202)
            try await eventually("the image is erased", is: 404) { try await stack.http.get(last).status }
        }
    }
}
