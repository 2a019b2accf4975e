import BrokerCore
import BrokerSimulation
import Foundation

/// Parameters of the simulation from environment variables.
enum SimulationEnvironment {
    private static let environment = ProcessInfo.processInfo.environment
    /// The only seed to run.
    static let seed = environment["MEALWIRE_SIMULATION_SEED"].flatMap(Int.init)
    static let mutation = environment["MEALWIRE_SIMULATION_MUTATION"].flatMap(BrokerMutation.init)
    static let steps = environment["MEALWIRE_SIMULATION_STEPS"].flatMap(Int.init) ?? Simulation.defaultSteps
    static let randomSeedCount = environment["MEALWIRE_SIMULATION_FRESH"].flatMap(Int.init) ?? 32
    static let traceLines = environment["MEALWIRE_SIMULATION_TRACE"].flatMap(Int.init) ?? 40
}
