import Contracts
import Foundation
import MealwireCore
import SyncSimulation
import TestSupport
import Testing
import Threading

extension SystemFaultTests {
    /// Three devices of a user, with the queue of MealwireCore, against the real diary.
    ///
    /// The line between them loses requests and answers, doubles and delays them, and the diary is killed. The seed
    /// decides all of this and what the users do; the system decides how far a request is at a kill.
    /// `MEALWIRE_DEVICES_SEED=… swift test --filter SynchronizedDevices` repeats the seed of an earlier run, and prints
    /// every step.
    @Suite(.timeLimit(.minutes(5)))
    struct SynchronizedDevices {
        private struct Outcome: Sendable {
            let failed: FailedSyncRun?
            let statistics: SyncStatistics
        }

        private static let requestedSeed =
            ProcessInfo.processInfo.environment["MEALWIRE_DEVICES_SEED"].flatMap { Int($0) }
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        /// The events of a run with faults; a run takes some seconds.
        private static let steps = 1_000
        /// Both together contain everything that is expected below; a random seed follows them.
        private static let seeds = [4, 14]
        /// A short run with additions of water, and with creations after the removal.
        private static let seedOfDefects = 5
        /// What must happen in the runs of the fixed seeds.
        private static let expected = [
            "answer changed", "answer day", "answer entry", "answer gone", "answer lost", "answer measurement",
            "answer page", "offline", "request doubled", "request lost", "restart",
        ]
        private static let expectedOfServer = ["copies", "kill", "late creation"]

        /// Runs the devices of a new user.
        private static func run(
            _ stack: StackFixture,
            seed: Int,
            defect: LineDefect? = nil,
            record: RealDiary.Record = RealDiary.Record()
        ) async throws -> Outcome {
            let user = try await User.register(stack, "Devices", profile)
            let found = try await user.http.get("/v1/foods?q=banana&limit=1").decode(CatalogSearch.Reply.self)
            let food = try #require(found.items.first).id.description
            let exchange = BlockingExchange(stack: stack, http: user.http)
            return try await OSThread.run {
                var simulation = SyncSimulation(seed: seed, steps: steps) { plan in
                    RealDiary(plan, seed: seed, food: food, exchange: exchange, defect: defect, record: record)
                }
                simulation.isTraced = requestedSeed != nil
                let failed = simulation.run()
                return Outcome(failed: failed, statistics: simulation.statistics)
            }
        }

        @Test func `all devices and the server end equal, and nothing is lost or doubled`() async throws {
            let seeds = Self.requestedSeed.map { [$0] } ?? Self.seeds + [testSeed("DEVICES")]
            let record = RealDiary.Record()
            var statistics = SyncStatistics()
            try await StackFixture.run { stack in
                for seed in seeds {
                    let outcome = try await Self.run(stack, seed: seed, record: record)
                    if let failed = outcome.failed { Issue.record("\(failed)") }
                    statistics = statistics + outcome.statistics
                }
            }
            guard Self.requestedSeed == nil else { return }
            print("synchronized devices: \(statistics.counts.sorted { $0.key < $1.key })")
            for name in Self.expected { #expect(statistics.counts[name, default: 0] > 0, "there is no \(name)") }
            for name in Self.expectedOfServer { #expect(record[name] > 0, "there is no \(name)") }
        }

        @Test(.enabled(if: requestedSeed == nil), arguments: LineDefect.allCases)
        func `a defect of the requests is noticed as a doubled change`(defect: LineDefect) async throws {
            try await StackFixture.run { stack in
                let outcome = try await Self.run(stack, seed: Self.seedOfDefects, defect: defect)
                print("defect \(defect): \(outcome.failed.map { "noticed by \($0)" } ?? "not noticed")")
                #expect(outcome.failed?.invariant == .appliedOnce)
            }
        }
    }
}
