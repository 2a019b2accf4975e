import Contracts
import Foundation
import Testing

extension SystemTests {
    /// The boards, worked out from nothing by one command.
    struct LeaderboardRebuild {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#

        private func rebuild(_ set: SetFixture) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["leaderboard", "rebuild", "--check", "--data", set.directory])
        }

        @Test func `the boards are rebuilt as they were`() async throws {
            try await SetFixture.run { set in
                for name in ["Anna", "Benjamin"] {
                    let user = try await User.register(set, name, Self.profile)
                    #expect(try await user.http.patch("/v1/profile", #"{"shares":{"leaderboard":true}}"#).status == 200)
                    let entry = #"{"meal":"snack","name":"Biscuit","kcal":1500}"#
                    #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
                    try await set.eventually("\(name) stands on the board") {
                        let top = try await user.http.get("/v1/leaderboard?metric=logged")
                        return try top.decode(LeaderboardTop.Reply.self).me?.score == 1
                    }
                }
                let outcome = try rebuild(set)
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("week.adherence"))
                #expect(!outcome.output.contains("differs"), "\(outcome.output)")
                let status = try CommandLineTool.run([
                    "call", LeaderboardOperatorStatus.method.name, "{}", "--data", set.directory,
                ])
                let reply = try PayloadCoder.decodeReply(
                    LeaderboardOperatorStatus.Reply.self,
                    from: Array(status.output.utf8)
                )
                #expect(reply.state == .settled)
                #expect(reply.boards.allSatisfy { $0.people == 2 })
            }
        }
    }
}
