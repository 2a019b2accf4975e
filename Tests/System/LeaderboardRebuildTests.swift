import Contracts
import Foundation
import TestSupport
import Testing

extension SystemFaultTests {
    /// The command that recomputes the leaderboards.
    struct LeaderboardRebuild {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#

        private func rebuild(_ stack: StackFixture) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["leaderboard", "rebuild", "--check", "--data", stack.directory])
        }

        /// Registers two sharing users with one entry each.
        private func fill(_ stack: StackFixture) async throws {
            for name in ["Anna", "Benjamin"] {
                let user = try await User.register(stack, name, Self.profile)
                #expect(try await user.http.patch("/v1/profile", #"{"shares":{"leaderboard":true}}"#).status == 200)
                let entry = #"{"meal":"snack","name":"Biscuit","kcal":1500}"#
                #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
                try await eventually("\(name) is on the leaderboard") {
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

        @Test func `a rebuild that is interrupted by a kill resumes at the next start`() async throws {
            try await StackFixture.run { stack in
                try await fill(stack)
                try await eventually("both users are counted", is: .settled) { try status(stack).state }
                let before = try status(stack).boards
                // The rebuild cannot finish while its sources are frozen.
                for source in ["profile", "diary"] { try stack.freeze(source, true) }
                #expect(try call(stack, LeaderboardOperatorRebuild.method, "{}").status == 0)
                try stack.kill("leaderboard")
                try stack.start("leaderboard")
                try await eventually("the leaderboard reports an unfinished rebuild", is: .reloading) {
                    try status(stack).state
                }
                for source in ["profile", "diary"] { try stack.freeze(source, false) }
                try await stack.waitUntilReady()
                try await eventually("the leaderboards equal those before the rebuild") {
                    let after = try status(stack)
                    return after.state == .settled && after.boards == before
                }
            }
        }

        @Test func `a rebuild gives the same leaderboards`() async throws {
            try await StackFixture.run { stack in
                try await fill(stack)
                let outcome = try rebuild(stack)
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("week.adherence"))
                #expect(!outcome.output.contains("differs"), "\(outcome.output)")
                let reply = try status(stack)
                #expect(reply.state == .settled)
                // Adherence counts completed days, and these users have logged on the current day only.
                #expect(reply.boards.allSatisfy { $0.people == ($0.id.hasSuffix("adherence") ? 0 : 2) })
            }
        }
    }
}
