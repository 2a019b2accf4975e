import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Exports of all data of an account.
    struct Exports {
        private static let profile =
            #""sex":"female","heightCm":170,"weightKg":60,"timeZone":"Europe/Kyiv","shares":{"leaderboard":true}"#
        private static let password = #"{"password":"1234567A"}"#

        private func useDiary(_ user: User) async throws {
            let entry = #"{"meal":"snack","name":"Eaten by \#(user.session.user.name)","kcal":150}"#
            #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
            #expect(try await user.http.patch("/v1/profile", #"{"weightKg":61}"#).status == 200)
        }

        private func export(_ user: User) async throws -> HTTPClient.Answer {
            let created = try await user.http.post("/v1/account/exports", Self.password)
            guard created.status == 201 else { throw UnexpectedAnswer(created) }
            return try await user.http.get("/v1/account/exports/\(try created.decode(AccountExport.self).id)")
        }

        private func sections(_ answer: HTTPClient.Answer) throws -> [String: [String: [[String: Any]]]] {
            let document = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
            #expect(document?["complete"] as? Bool == true)
            return try #require(document?["services"] as? [String: [String: [[String: Any]]]])
        }

        @Test func `an export contains the part of every service and no data of other users`() async throws {
            try await StackFixture.run { stack in
                let (leaving, staying) = (
                    try await User.register(stack, "Wilhelmina", Self.profile),
                    try await User.register(stack, "Benjamin", Self.profile)
                )
                for user in [leaving, staying] { try await useDiary(user) }
                try await eventually("the leaderboard shows both") {
                    let board = try await staying.http.get("/v1/leaderboard?metric=logged").decode(
                        LeaderboardTop.Reply.self
                    )
                    return board.items.count == 2
                }
                let answer = try await export(leaving)
                #expect(answer.status == 200)
                #expect(answer.header("Cache-Control") == "no-store")
                #expect(answer.header("Content-Disposition")?.hasPrefix("attachment") == true)
                let services = try sections(answer)
                #expect(Set(services.keys) == Set(ExportPage.services.map(\.rawValue)))
                #expect(services["auth"]?["account"]?.first?["email"] as? String == leaving.session.user.email)
                let fields = services["profile"]?["profile"]?.first?["fields"] as? [String: Any]
                #expect(fields?["weightKg"] as? Double == 61)
                #expect(services["diary"]?["entries"]?.first?["name"] as? String == "Eaten by Wilhelmina")
                #expect(services["leaderboard"]?["shares"]?.first?["name"] as? String == "Wilhelmina")
                #expect(services["leaderboard"]?["days"]?.first?["kcal"] as? Double == 150)
                #expect(services["food-catalog"] != nil)

                let text = String(decoding: answer.body, as: UTF8.self)
                let foreignTraces = [
                    staying.session.user.id.description, staying.session.user.email, "Benjamin", "$argon2id",
                ]
                for trace in foreignTraces { #expect(!text.contains(trace)) }
                for token in [leaving.session.accessToken, leaving.session.refreshToken] {
                    #expect(!text.contains(token))
                }
                // Every service with a database contributes a part.
                let databases = try stack.files(beginningWith: "").filter { $0.pathExtension == "sqlite" }
                #expect(
                    Set(databases.map { $0.deletingPathExtension().lastPathComponent })
                        == Set(ExportPage.services.map(\.rawValue))
                )
            }
        }

        @Test func `an export needs the password and belongs to the session that created it`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Wilhelmina", Self.profile)
                let stranger = try await User.register(stack, "Benjamin", Self.profile)
                let path = "/v1/account/exports"
                #expect(try await user.http.post(path, #"{"password":"1234567B"}"#).status == 401)
                #expect(try await stack.http.post(path, Self.password).status == 401)
                let export = try await user.http.post(path, Self.password).decode(AccountExport.self)
                #expect(try await stranger.http.get("\(path)/\(export.id)").status == 404)
                #expect(try await stack.http.get("\(path)/\(export.id)").status == 401)
                #expect(try await user.http.get("\(path)/no-id").status == 400)
                #expect(try await user.http.get("\(path)/\(export.id)").status == 200)

                try stack.kill("leaderboard")
                let away = try await user.http.get("\(path)/\(export.id)")
                #expect(away.status == 503)
                try stack.start("leaderboard")
                try await stack.waitUntilReady()
                #expect(try await user.http.get("\(path)/\(export.id)").status == 200)
            }
        }

        @Test func `an export of many pages contains every entry`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Wilhelmina", Self.profile)
                let name = String(repeating: "\\\"ї", count: 60)
                let count = 700
                // At least 1,000 bytes each, for several pages. A day accepts at most 500 entries.
                for index in 0..<count {
                    let entry =
                        #"{"meal":"snack","name":"\#(index) \#(name.replacing("\\\"", with: "\\\\\\\""))","kcal":1}"#
                    let answer = try await user.http.post("/v1/diary/days/2026-03-0\(index % 2 + 1)/entries", entry)
                    guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
                }
                let answer = try await export(user)
                let entries = try #require(try sections(answer)["diary"]?["entries"])
                #expect(answer.body.count > ExportPage.pageBytesMax)
                #expect(Set(entries.compactMap { $0["name"] as? String }) == Set((0..<count).map { "\($0) \(name)" }))
            }
        }
    }
}
