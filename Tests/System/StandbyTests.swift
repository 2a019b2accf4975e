import Contracts
import Foundation
import Synchronization
import TestSupport
import Testing

extension SystemFaultTests {
    /// Two brokers.
    ///
    /// A kill, freeze or wake of either one fails no retryable request and repeats no write.
    struct Standby {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep""#
        private static let writers = 4
        /// Successful writes required after each fault.
        private static let writesBetweenFaults = 40

        @Test func `while either broker is killed, frozen and woken under load, every write succeeds once`()
            async throws
        {
            try await StackFixture.run(standby: true) { stack in
                let user = try await User.register(stack, "Benjamin", Self.profile)
                let load = Load()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<Self.writers { group.addTask { try await load.write(user, writer) } }
                    for name in ["broker", "broker-2"] {
                        try stack.kill(name)
                        try await progress(load)
                        try stack.start(name)
                        try await progress(load)
                        try stack.freeze(name, true)
                        try await progress(load)
                        try stack.freeze(name, false)
                        try await progress(load)
                    }
                    load.stop()
                    try await group.waitForAll()
                }
                #expect(load.failures.isEmpty, "\(load.failures.prefix(3))")
                let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.meals.flatMap(\.entries).map(\.name).sorted() == load.written.sorted())
            }
        }

        @Test(arguments: 1...2)
        func `a broker that is started alone makes the directory of the sockets`(number: Int) async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            // As on a second host, where no supervisor has prepared anything.
            let data = directory.file("data")
            let broker = CommandLineTool.process(
                ["--data", data, "--number", "\(number)", "--log-level", "error"],
                of: "broker"
            )
            try broker.run()
            defer { broker.end() }
            let socket = "\(data)/run/requests\(number == 1 ? "" : "-\(number)").sock"
            try await eventually("the broker listens, or has ended") {
                FileManager.default.fileExists(atPath: socket) || !broker.isRunning
            }
            #expect(broker.isRunning)
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(data)/run")
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }

        private func progress(_ load: Load) async throws {
            let goal = load.written.count + Self.writesBetweenFaults
            try await eventually("\(goal) writes are answered") { load.written.count >= goal }
        }
    }

    /// Writers that run until they are stopped.
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
