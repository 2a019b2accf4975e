import Contracts
import Foundation
import Testing

extension SystemTests {
    /// The boards, worked out from nothing by one command.
    struct LeaderboardRebuild {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#

        private func rebuild(_ stack: StackFixture) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["leaderboard", "rebuild", "--check", "--data", stack.directory])
        }

        /// Two people on the boards.
        private func fill(_ stack: StackFixture) async throws {
            for name in ["Anna", "Benjamin"] {
                let user = try await User.register(stack, name, Self.profile)
                #expect(try await user.http.patch("/v1/profile", #"{"shares":{"leaderboard":true}}"#).status == 200)
                let entry = #"{"meal":"snack","name":"Biscuit","kcal":1500}"#
                #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
                try await stack.eventually("\(name) stands on the board") {
                    let top = try await user.http.get("/v1/leaderboard?metric=logged")
                    return try top.decode(LeaderboardTop.Reply.self).me?.score == 1
                }
            }
        }

        private func call(_ stack: StackFixture, _ method: Contracts.Method, _ json: String) throws
            -> CommandLineTool.Outcome
        {
            try CommandLineTool.run(["call", method.name, json, "--data", stack.directory])
        }

        private func status(_ stack: StackFixture) throws -> LeaderboardOperatorStatus.Reply {
            let outcome = try call(stack, LeaderboardOperatorStatus.method, #"{"hasDigests":true}"#)
            return try PayloadCoder.decodeReply(LeaderboardOperatorStatus.Reply.self, from: Array(outcome.output.utf8))
        }

        @Test func `a rebuild that a kill breaks off goes on by itself at the next start`() async throws {
            try await StackFixture.run { stack in
                try await fill(stack)
                try await stack.eventually("all are counted") { try status(stack).state == .settled }
                let before = try status(stack).boards
                // While its sources stand still, it cannot come to its end.
                for source in ["profile", "diary"] { try stack.freeze(source, true) }
                #expect(try call(stack, LeaderboardOperatorRebuild.method, "{}").status == 0)
                try stack.kill("leaderboard")
                try stack.start("leaderboard")
                try await stack.eventually("it is known to be unfinished") { try status(stack).state == .reloading }
                for source in ["profile", "diary"] { try stack.freeze(source, false) }
                try await stack.waitUntilReady()
                try await stack.eventually("the boards are as they were") {
                    let after = try status(stack)
                    return after.state == .settled && after.boards == before
                }
            }
        }

        @Test func `the boards are rebuilt as they were`() async throws {
            try await StackFixture.run { stack in
                try await fill(stack)
                let outcome = try rebuild(stack)
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("week.adherence"))
                #expect(!outcome.output.contains("differs"), "\(outcome.output)")
                let reply = try status(stack)
                #expect(reply.state == .settled)
                // Adherence counts days that are over, and these people have logged on the present day alone.
                #expect(reply.boards.allSatisfy { $0.people == ($0.id.hasSuffix("adherence") ? 0 : 2) })
            }
        }
    }
}
