import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Erasure of a deleted account's data in every service.
    struct Erasures {
        private static let profile =
            #""sex":"female","heightCm":170,"weightKg":60,"timeZone":"Europe/Kyiv","shares":{"leaderboard":true}"#

        @Test func `no database file contains a deleted user, even if a service was frozen meanwhile`() async throws {
            try await StackFixture.run { stack in
                let (leaving, staying) = (
                    try await User.register(stack, "Wilhelmina", Self.profile),
                    try await User.register(stack, "Benjamin", Self.profile)
                )
                for user in [leaving, staying] { try await useDiary(user) }
                try await backUp("diary", stack)
                try await eventually("the leaderboard shows both") {
                    let board = try await staying.http.get("/v1/leaderboard?metric=logged").decode(
                        LeaderboardTop.Reply.self
                    )
                    return board.items.count == 2
                }
                let traces = [
                    leaving.session.user.id.description, leaving.session.user.email, "Wilhelmina",
                    "Eaten by Wilhelmina",
                ]
                #expect(try holders(of: traces, stack).count == StackFixture.databases.count - 1)

                try stack.freeze("leaderboard", true)
                try await delete(leaving, stack)
                try await eventually("all services but auth and the frozen one have erased the user") {
                    try holders(of: traces, stack) == ["auth", "leaderboard"]
                }
                // Until every service has confirmed, auth stores the user's id and nothing else.
                #expect(try holders(of: Array(traces.dropFirst()), stack) == ["leaderboard"])
                try stack.freeze("leaderboard", false)
                try await eventually("all services have erased the user") {
                    try holders(of: traces, stack).isEmpty
                }

                try await isGone(leaving, stack)
                try stack.end("diary")
                try stack.copy("backup", to: "diary.sqlite")
                #expect(try holders(of: traces, stack) == ["diary"])
                try stack.start("diary")
                try await eventually("the user is erased from a restored backup as well") {
                    try holders(of: traces, stack).isEmpty
                }
                try await stack.waitUntilReady()
                let board = try await staying.http.get("/v1/leaderboard?metric=logged").decode(
                    LeaderboardTop.Reply.self
                )
                #expect(board.items.map(\.name) == ["Benjamin"])
                let day = try await staying.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.totals.kcal == 150)
                #expect(stack.names.allSatisfy(stack.isRunning))
            }
        }

        private func useDiary(_ user: User) async throws {
            let entry = #"{"meal":"snack","name":"Eaten by \#(user.session.user.name)","kcal":150}"#
            #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
            #expect(try await user.http.patch("/v1/profile", #"{"weightKg":61}"#).status == 200)
        }

        private func backUp(_ service: String, _ stack: StackFixture) async throws {
            try stack.end(service)
            try stack.copy("\(service).sqlite", to: "backup")
            try stack.start(service)
            try await stack.waitUntilReady()
        }

        private func delete(_ user: User, _ stack: StackFixture) async throws {
            #expect(try await user.http.post("/v1/account/deletion", #"{"password":"1234567B"}"#).status == 401)
            #expect(try await stack.http.post("/v1/account/deletion", #"{"password":"1234567A"}"#).status == 401)
            #expect(try await user.http.post("/v1/account/deletion", #"{"password":"1234567A"}"#).status == 202)
            try await eventually("the access token is void") {
                try await user.http.get("/v1/auth/sessions").status == 401
            }
        }

        /// Expects that the access token, which has not expired yet, is rejected.
        private func isGone(_ user: User, _ stack: StackFixture) async throws {
            #expect(try await user.http.get("/v1/profile").status == 401)
            let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#
            #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 401)
            let login = #"{"email":"\#(user.session.user.email)","password":"1234567A"}"#
            #expect(try await stack.http.post("/v1/auth/login", login).status == 401)
            #expect(try holders(of: [user.session.user.id.description], stack).isEmpty)
        }

        /// Returns the services with any of the texts in their database files, including write-ahead logs.
        private func holders(of texts: [String], _ stack: StackFixture) throws -> [String] {
            try StackFixture.databases.filter { service in
                try stack.files(beginningWith: "\(service).sqlite").contains { file in
                    let bytes = try Data(contentsOf: file)
                    return texts.contains { bytes.range(of: Data($0.utf8)) != nil }
                }
            }
        }
    }
}
