import Contracts
import Foundation
import Testing

extension SystemFaultTests {
    /// One process at a time is killed and restarted.
    ///
    /// No acknowledged write is lost, and the other processes go on.
    struct Kills {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep""#

        private static let calculation =
            #"{"sex":"male","age":30,"heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep"}"#

        @Test func `a killed service answers 503 and returns with every acknowledged write`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Benjamin", Self.profile)
                _ = try await user.http.get("/v1/profile")
                for service in StackFixture.services {
                    let entry = try await addEntry(user, "before \(service)")
                    try stack.kill(service)
                    try await check(user, without: service)
                    try stack.start(service)
                    try await stack.waitUntilReady()
                    try await check(user, without: nil)
                    let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                    #expect(day.meals.flatMap(\.entries).contains { $0.id == entry.id }, "after \(service)")
                }
                let profile = try await user.http.get("/v1/profile").decode(Profile.self)
                #expect(profile.weightKg == 80)
                #expect(profile.target != nil)
                #expect(stack.names.allSatisfy(stack.isRunning))
            }
        }

        @Test func `a killed broker and a killed gateway return`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Benjamin", Self.profile)
                let entry = try await addEntry(user, "before")
                try stack.kill("broker")
                let answer = try await user.http.get("/v1/diary/days/today")
                #expect(answer.status == 503)
                #expect(answer.header("Retry-After") != nil)
                #expect(try await user.http.get("/health/live").status == 200)
                try stack.start("broker")
                try await stack.waitUntilReady()
                try stack.kill("gateway")
                try stack.start("gateway")
                try await stack.waitUntilReady()
                let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.meals.flatMap(\.entries).map(\.id) == [entry.id])
            }
        }

        @Test func `writes repeated with their keys while a service is killed take effect once`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Benjamin", Self.profile)
                let keys = (0..<40).map { "key-\($0)" }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for key in keys {
                        group.addTask { try await Self.addUntilAnswered(user, key) }
                    }
                    try stack.kill("diary")
                    try stack.start("diary")
                    try await group.waitForAll()
                }
                let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.meals.flatMap(\.entries).map(\.name).sorted() == keys.sorted())
            }
        }

        private static func addUntilAnswered(_ user: User, _ key: String) async throws {
            for _ in 0..<10 {
                let answer = try await user.http.post(
                    "/v1/diary/days/today/entries",
                    #"{"meal":"snack","name":"\#(key)","kcal":1}"#,
                    ["Idempotency-Key": key]
                )
                if answer.status == 201 { return }
                guard answer.status >= 500 else { throw UnexpectedAnswer(answer) }
            }
            Issue.record("\(key) was never answered")
        }

        private func addEntry(_ user: User, _ name: String) async throws -> DiaryEntry {
            let answer = try await user.http.post(
                "/v1/diary/days/today/entries",
                #"{"meal":"dinner","name":"\#(name)","kcal":100}"#
            )
            guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
            return try answer.decode(DiaryEntry.self)
        }

        /// Expects an answer on every route, and 503 on those of the absent service.
        private func check(_ user: User, without absent: String?) async throws {
            for (service, route) in StackFixture.routes {
                let answer = try await user.http.get(route)
                #expect(answer.status == (service == absent ? 503 : 200), "\(route) without \(absent ?? "none")")
                if service == absent { #expect(try answer.problem.code == .unavailable) }
            }
            let calculation = try await user.http.post("/v1/calculator/target", Self.calculation)
            #expect(calculation.status == (absent == "calorie-calculator" ? 503 : 200))
            let login = try await user.http.post(
                "/v1/auth/login",
                #"{"email":"\#(user.session.user.email)","password":"1234567A"}"#
            )
            #expect(login.status == (absent == "auth" ? 503 : 200))
        }
    }
}
