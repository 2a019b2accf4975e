import Contracts
import Foundation
import Testing

extension SystemTests {
    /// Concurrent changes of one entry from two devices, over HTTP.
    struct EntryVersions {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        /// A problem document with the current entry.
        private struct Refusal: Decodable {
            let code: ErrorCode
            let current: DiaryEntry?
        }

        @Test func `a change to an outdated version gets the current entry and can be repeated on it`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let json = #"{"meal":"lunch","name":"Soup","kcal":300}"#
                let made = try await user.http.post("/v1/diary/days/today/entries", json)
                #expect(made.header("ETag") == "\"1\"")
                let path = "/v1/diary/entries/\(try made.decode(DiaryEntry.self).id)"
                let phone = try await user.http.patch(path, #"{"kcal":310}"#, ["If-Match": "\"1\""])
                #expect((phone.status, phone.header("ETag")) == (200, "\"2\""))
                let tablet = try await user.http.patch(path, #"{"kcal":290}"#, ["If-Match": "\"1\""])
                #expect(tablet.status == 412)
                let refusal = try tablet.decode(Refusal.self)
                #expect(refusal.code == .versionMismatch)
                #expect(refusal.current == (try phone.decode(DiaryEntry.self)))
                let tag = try #require(tablet.header("ETag"))
                let removal = try await user.http.send("DELETE", path, nil, ["If-Match": "\"1\""])
                #expect((removal.status, removal.header("ETag")) == (412, tag))
                let again = try await user.http.patch(path, #"{"kcal":290}"#, ["If-Match": tag])
                #expect((again.status, again.header("ETag")) == (200, "\"3\""))
                #expect(try again.decode(DiaryEntry.self).nutrients.kcal == 290)
            }
        }

        @Test func `a response contains the client's idempotency key, and none that the gateway generated`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let (path, json) = ("/v1/diary/days/today/entries", #"{"meal":"lunch","name":"Soup","kcal":300}"#)
                let without = try await user.http.post(path, json)
                #expect((without.status, without.header("Idempotency-Key")) == (201, nil))
                for _ in 0..<2 {
                    let with = try await user.http.send("POST", path, json, ["Idempotency-Key": "soup"])
                    #expect((with.status, with.header("Idempotency-Key")) == (201, "soup"))
                }
                let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.meals.flatMap(\.entries).count == 2)
            }
        }
    }
}
