import BrokerCore
import Foundation
import Testing

/// Runs the broker's core against clients, workers and whatever goes wrong, and checks its promises after every step.
///
/// A run is told by its seed: `MEALWIRE_SIMULATION_SEED=… swift test -c release --filter SimulationTests` repeats it and
/// prints the last `MEALWIRE_SIMULATION_TRACE` lines of what happened. `MEALWIRE_SIMULATION_STEPS` makes runs longer or
/// shorter, `MEALWIRE_SIMULATION_FRESH` says how many fresh seeds there are, and `MEALWIRE_SIMULATION_MUTATION` breaks a
/// guarantee in the run that is repeated. Runs follow one another, so that other tests have processors, too.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SimulationTests {
    private static let stepsMin = 1_000_000

    @Test(.enabled(if: Replay.seed == nil))
    func `every promise holds in the runs of fixed seeds`() async {
        let tally = await run(Array(1...64))
        if Replay.steps >= Simulation.usualSteps { #expect(tally.steps >= Self.stepsMin) }
        for ending in Ending.allCases { #expect(tally.endings[ending, default: 0] > 0, "no request ends as \(ending)") }
        for fault in Fault.allCases { #expect(tally.faults[fault, default: 0] > 0, "there is no \(fault)") }
    }

    @Test(.enabled(if: Replay.seed == nil))
    func `every promise holds in the runs of fresh seeds`() async {
        var system = SystemRandomNumberGenerator()
        let seeds = (0..<Replay.freshSeeds).map { _ in system.next() >> 16 }
        print("simulation: fresh seeds \(seeds.map(String.init).joined(separator: " "))")
        let tally = await run(seeds)
        #expect(tally.steps >= seeds.count * Replay.steps)
    }

    @Test(.enabled(if: Replay.seed != nil))
    func `every promise holds in the run of the seed that is asked for`() async throws {
        let seed = try #require(Replay.seed)
        let violation = await aside {
            var simulation = Simulation(seed: seed, steps: Replay.steps, mutation: Replay.mutation)
            simulation.trace = Trace(linesMax: Replay.traceLines)
            let violation = simulation.run()
            print("\(simulation.trace.text)\nsimulation: \(simulation.tally)")
            return violation
        }
        if let violation { Issue.record("\(violation)") }
    }

    @Test(.enabled(if: Replay.seed == nil))
    func `a seed always gives the same run`() async {
        let (first, second) = await aside { (Self.tally(17), Self.tally(17)) }
        #expect(first == second)
    }

    private static func tally(_ seed: UInt64) -> Tally {
        var simulation = Simulation(seed: seed, steps: 20_000)
        _ = simulation.run()
        return simulation.tally
    }

    private func run(_ seeds: [UInt64]) async -> Tally {
        let (tally, violations) = await aside {
            let start = ContinuousClock.now
            var tally = Tally()
            var violations: [Violation] = []
            for seed in seeds {
                var simulation = Simulation(seed: seed, steps: Replay.steps)
                if let violation = simulation.run() { violations.append(violation) }
                tally.add(simulation.tally)
            }
            print("simulation: \(seeds.count) seeds, \((ContinuousClock.now - start).components.seconds) s, \(tally)")
            return (tally, violations)
        }
        for violation in violations { Issue.record("\(violation)") }
        return tally
    }
}
