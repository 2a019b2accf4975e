import BrokerSimulation
import Foundation
import TestSupport
import Testing

/// Runs the broker's core against clients, workers and faults, and checks its guarantees after every step.
///
/// A run is identified by its seed: `MEALWIRE_SIMULATION_SEED=… swift test -c release --filter SimulationTests` repeats
/// it and prints the last `MEALWIRE_SIMULATION_TRACE` lines of its trace. `MEALWIRE_SIMULATION_STEPS` sets the length
/// of the runs, and `MEALWIRE_SIMULATION_FRESH` the number of random seeds. `MEALWIRE_SIMULATION_MUTATION` breaks a
/// guarantee in the repeated run. Runs are serial, to leave processors to other tests.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SimulationTests {
    private static let stepsMin = 1_000_000

    @Test(.enabled(if: SimulationEnvironment.seed == nil))
    func `every guarantee holds in the runs of fixed seeds`() async {
        let statistics = await run(Array(1...64))
        if SimulationEnvironment.steps >= Simulation.defaultSteps { #expect(statistics.steps >= Self.stepsMin) }
        for ending in Ending.allCases {
            #expect(statistics.endings[ending, default: 0] > 0, "no request ends as \(ending)")
        }
        for fault in Fault.allCases { #expect(statistics.faults[fault, default: 0] > 0, "there is no \(fault)") }
    }

    @Test(.enabled(if: SimulationEnvironment.seed == nil))
    func `every guarantee holds in the runs of random seeds`() async {
        let seeds = (0..<SimulationEnvironment.randomSeedCount).map { _ in Int.random(in: 0..<1 << 48) }
        printAtOnce("simulation: random seeds \(seeds.map(String.init).joined(separator: " "))")
        let statistics = await run(seeds)
        #expect(statistics.steps >= seeds.count * SimulationEnvironment.steps)
    }

    @Test(.enabled(if: SimulationEnvironment.seed != nil))
    func `every guarantee holds in the run of the requested seed`() async throws {
        let seed = try #require(SimulationEnvironment.seed)
        let failedRun = await onSeparateThread {
            var simulation = Simulation(
                seed: seed,
                steps: SimulationEnvironment.steps,
                mutation: SimulationEnvironment.mutation
            )
            simulation.trace = Trace(linesMax: SimulationEnvironment.traceLines)
            let failedRun = simulation.run()
            print("\(simulation.trace.text)\nsimulation: \(simulation.statistics)")
            return failedRun
        }
        if let failedRun { Issue.record("\(failedRun)") }
    }

    @Test(.enabled(if: SimulationEnvironment.seed == nil))
    func `a seed always gives the same run`() async {
        let (first, second) = await onSeparateThread { (Self.statistics(17), Self.statistics(17)) }
        #expect(first == second)
    }

    private static func statistics(_ seed: Int) -> RunStatistics {
        var simulation = Simulation(seed: seed, steps: 20_000)
        _ = simulation.run()
        return simulation.statistics
    }

    private func run(_ seeds: [Int]) async -> RunStatistics {
        let (statistics, failedRuns) = await onSeparateThread {
            let start = ContinuousClock.now
            var statistics = RunStatistics()
            var failedRuns: [FailedRun] = []
            for seed in seeds {
                var simulation = Simulation(seed: seed, steps: SimulationEnvironment.steps)
                if let failedRun = simulation.run() { failedRuns.append(failedRun) }
                statistics.add(simulation.statistics)
            }
            print(
                "simulation: \(seeds.count) seeds, \((ContinuousClock.now - start).components.seconds) s, \(statistics)"
            )
            return (statistics, failedRuns)
        }
        for failedRun in failedRuns { Issue.record("\(failedRun)") }
        return statistics
    }
}
