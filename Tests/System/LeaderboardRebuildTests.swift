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

        /// Two people on the boards.
        private func fill(_ set: SetFixture) async throws {
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
        }

        private func call(_ set: SetFixture, _ method: Contracts.Method, _ json: String) throws
            -> CommandLineTool.Outcome
        {
            try CommandLineTool.run(["call", method.name, json, "--data", set.directory])
        }

        private func status(_ set: SetFixture) throws -> LeaderboardOperatorStatus.Reply {
            let outcome = try call(set, LeaderboardOperatorStatus.method, #"{"hasDigests":true}"#)
            return try PayloadCoder.decodeReply(LeaderboardOperatorStatus.Reply.self, from: Array(outcome.output.utf8))
        }

        @Test func `a rebuild that a kill breaks off goes on by itself at the next start`() async throws {
            try await SetFixture.run { set in
                try await fill(set)
                try await set.eventually("all are counted") { try status(set).state == .settled }
                let before = try status(set).boards
                // While its sources stand still, it cannot come to its end.
                for source in ["profile", "diary"] { try set.freeze(source, true) }
                #expect(try call(set, LeaderboardOperatorRebuild.method, "{}").status == 0)
                try set.kill("leaderboard")
                try set.start("leaderboard")
                try await set.eventually("it is known to be unfinished") { try status(set).state == .reloading }
                for source in ["profile", "diary"] { try set.freeze(source, false) }
                try await set.waitUntilReady()
                try await set.eventually("the boards are as they were") {
                    let after = try status(set)
                    return after.state == .settled && after.boards == before
                }
            }
        }

        @Test func `the boards are rebuilt as they were`() async throws {
            try await SetFixture.run { set in
                try await fill(set)
                let outcome = try rebuild(set)
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("week.adherence"))
                #expect(!outcome.output.contains("differs"), "\(outcome.output)")
                let reply = try status(set)
                #expect(reply.state == .settled)
                // Adherence counts days that are over, and these people have logged on the present day alone.
                #expect(reply.boards.allSatisfy { $0.people == ($0.id.hasSuffix("adherence") ? 0 : 2) })
            }
        }
    }
}
