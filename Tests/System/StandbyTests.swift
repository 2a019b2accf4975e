import Contracts
import Foundation
import Synchronization
import Testing

extension SystemTests {
    /// Two brokers: killing or freezing either, and waking it again, fails no request that may be repeated, and none takes
    /// effect twice.
    struct Standby {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep""#
        private static let writers = 4
        /// Answers that show that the set goes on after each blow.
        private static let answersBetweenBlows = 40

        @Test func `either broker is killed, frozen and woken under load, and every write is answered once`()
            async throws
        {
            try await StackFixture.run(standby: true) { stack in
                let user = try await User.register(stack, "Benjamin", Self.profile)
                let load = Load()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<Self.writers { group.addTask { try await load.write(user, writer) } }
                    for name in ["broker", "broker-2"] {
                        try stack.kill(name)
                        try await progress(load, stack)
                        try stack.start(name)
                        try await progress(load, stack)
                        try stack.freeze(name, true)
                        try await progress(load, stack)
                        try stack.freeze(name, false)
                        try await progress(load, stack)
                    }
                    load.stop()
                    try await group.waitForAll()
                }
                #expect(load.failures.isEmpty, "\(load.failures.prefix(3))")
                let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.meals.flatMap(\.entries).map(\.name).sorted() == load.written.sorted())
            }
        }

        private func progress(_ load: Load, _ stack: StackFixture) async throws {
            let goal = load.written.count + Self.answersBetweenBlows
            try await stack.eventually("\(goal) writes are answered") { load.written.count >= goal }
        }
    }

    /// Writers that go on until they are told to stop.
    private final class Load: Sendable {
        private let state = Mutex<(written: [String], failures: [String], isStopped: Bool)>(([], [], false))

        var written: [String] { state.withLock { $0.written } }
        var failures: [String] { state.withLock { $0.failures } }

        func stop() { state.withLock { $0.isStopped = true } }

        func write(_ user: User, _ writer: Int) async throws {
            var number = 0
            while !state.withLock({ $0.isStopped }) {
                let name = "\(writer)-\(number)"
                number += 1
                let answer = try await user.http.post(
                    "/v1/diary/days/today/entries",
                    #"{"meal":"snack","name":"\#(name)","kcal":1}"#
                )
                state.withLock { state in
                    if answer.status == 201 {
                        state.written.append(name)
                    } else {
                        state.failures.append(
                            "\(name): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
                        )
                    }
                }
            }
        }
    }
}
