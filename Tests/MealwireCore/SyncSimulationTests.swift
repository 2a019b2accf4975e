import Foundation
import MealwireCore
import SyncSimulation
import TestSupport
import Testing

/// Runs devices, a line and a server, and checks the queue's promises after every step.
///
/// A run is identified by its seed: `MEALWIRE_SYNC_SEED=… swift test --filter SyncSimulationTests` repeats it and
/// prints every step. `MEALWIRE_SYNC_MUTATION` breaks a rule in it, and `MEALWIRE_SYNC_FRESH` sets the number of random
/// seeds.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SyncSimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    static let seed = environment["MEALWIRE_SYNC_SEED"].flatMap { Int($0) }
    static let mutation = environment["MEALWIRE_SYNC_MUTATION"].flatMap(SyncMutation.init)
    private static let fresh = environment["MEALWIRE_SYNC_FRESH"].flatMap { Int($0) } ?? 20
    static let steps = 2_000
    private static let seeds = 1...200
    /// What must happen in the runs of the fixed seeds.
    private static let expected = [
        "answer busy", "answer changed", "answer day", "answer entry", "answer failed", "answer gone", "answer lost",
        "answer measurement", "answer measurements", "answer page", "answer refused", "answer sessionOver",
        "cancelled unsent", "conflict edited", "conflict resolved", "entry revived", "offline", "other user",
        "refusal corrected", "refusal dismissed", "removal overruled", "request doubled", "request lost", "restart",
        "restored anew", "restored in queue", "save failed", "server failure", "session over",
    ]

    @Test(.enabled(if: seed == nil))
    func `every promise holds in the runs of fixed seeds`() async {
        let statistics = await check(Array(Self.seeds))
        print("sync simulation: \(statistics.counts.sorted { $0.key < $1.key })")
        for thing in Self.expected { #expect(statistics.counts[thing, default: 0] > 0, "there is no \(thing)") }
    }

    @Test(.enabled(if: seed == nil))
    func `every promise holds in the runs of random seeds`() async {
        let seeds = (0..<Self.fresh).map { _ in Int.random(in: 0..<1 << 48) }
        printAtOnce("sync simulation: random seeds \(seeds.map(String.init).joined(separator: " "))")
        _ = await check(seeds)
    }

    @Test(.enabled(if: seed == nil))
    func `a seed always gives the same run`() async {
        let (first, second) = (await check([17]), await check([17]))
        #expect(first == second)
    }

    @Test(.enabled(if: seed != nil))
    func `every promise holds in the run of the requested seed`() throws {
        var simulation = SyncSimulation(seed: try #require(Self.seed), steps: Self.steps, mutation: Self.mutation)
        simulation.isTraced = true
        if let failedRun = simulation.run() { Issue.record("\(failedRun)") }
    }

    private func check(_ seeds: [Int]) async -> SyncStatistics {
        let (statistics, failedRuns) = await onSeparateThread {
            var statistics = SyncStatistics()
            var failedRuns: [String] = []
            for seed in seeds {
                var simulation = SyncSimulation(seed: seed, steps: Self.steps)
                if let failedRun = simulation.run() { failedRuns.append("\(failedRun)") }
                statistics = statistics + simulation.statistics
            }
            return (statistics, failedRuns)
        }
        for failedRun in failedRuns { Issue.record("\(failedRun)") }
        return statistics
    }
}
