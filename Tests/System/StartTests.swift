import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// The first screen in one request.
    struct StartScreen {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":80,"goal":"lose""#

        @Test func `a start has all parts, and 304 answers a client that has it`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                try await eventually("the diary knows the target") {
                    try await user.http.get("/v1/start").decode(Start.self).target != nil
                }
                let first = try await user.http.get("/v1/start")
                let start = try first.decode(Start.self)
                #expect(start.unavailable.isEmpty)
                #expect(start.profile?.weightKg == 80)
                #expect(start.day == (try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)))
                let tag = try #require(first.header("ETag"))
                let again = try await user.http.send("GET", "/v1/start", nil, ["If-None-Match": tag])
                #expect(again.status == 304)
                let entry = #"{"meal":"lunch","name":"Stew","kcal":500}"#
                #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
                let changed = try await user.http.send("GET", "/v1/start", nil, ["If-None-Match": tag])
                #expect(changed.status == 200)
                #expect(try changed.decode(Start.self).day?.totals.kcal == 500)
                #expect(try await user.http.get("/v1/start?a=1").status == 400)
            }
        }
    }
}
