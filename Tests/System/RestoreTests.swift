import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// A restore of one service, while the others stay as they are.
    struct Restores {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80,"shares":{"leaderboard":true}"#

        @Test func `other services follow a service back to its backup, with and without the restore marker`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Benjamin", Self.profile)
                try await rename(user, "First name")
                let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#
                #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
                try await shows("First name", user)
                for isMarked in [true, false] {
                    try stack.end("profile")
                    try stack.copy("profile.sqlite", to: "backup-\(isMarked)")
                    try stack.start("profile")
                    try await stack.waitUntilReady()
                    try await rename(user, "Second name")
                    try await shows("Second name", user)

                    try stack.end("profile")
                    try stack.copy("backup-\(isMarked)", to: "profile.sqlite")
                    if isMarked { try stack.write("profile.sqlite.restored") }
                    try stack.start("profile")
                    try await shows("First name", user)
                    #expect(!stack.has("profile.sqlite.restored"))
                    // Later changes are applied as usual.
                    try await rename(user, "Third name")
                    try await shows("Third name", user)
                    try await rename(user, "First name")
                }
                let board = try await user.http.get("/v1/leaderboard?metric=logged").decode(LeaderboardTop.Reply.self)
                #expect(board.items.map(\.userId) == [user.session.user.id])
            }
        }

        private func rename(_ user: User, _ name: String) async throws {
            let answer = try await user.http.patch("/v1/profile", #"{"displayName":"\#(name)"}"#)
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
        }

        private func shows(_ name: String, _ user: User) async throws {
            try await eventually("the leaderboard shows \(name)") {
                let board = try await user.http.get("/v1/leaderboard?metric=logged").decode(LeaderboardTop.Reply.self)
                return board.items.map(\.name) == [name]
            }
        }
    }
}
