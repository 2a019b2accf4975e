import BrokerCore

/// The properties that must hold after every step.
enum Check: String, CaseIterable {
    case answeredOnce = "every request gets exactly one terminal answer"
    case answeredInTime = "every request is answered by its deadline"
    case truthfulErrors = "an error says what happened"
    case runsOnce = "what may not be repeated does not run twice"
    case twoAttempts = "no request has more than two attempts"
    case capacity = "no worker gets more than its capacity"
    case leastLoaded = "the least loaded worker comes first"
    case noneAfterDeparture = "a worker that left gets nothing"
    case noneAfterGivingUp = "what nobody waits for is let go"
    case boundedQueues = "queues are bounded"
    case bytesAreShared = "when bytes are short, the largest holder gives way, and no other"
    case fairShares = "clients have equal shares"
    case inOrder = "a client's requests go out in the order in which they came"
    case noIdleWorkers = "nothing waits while a worker has room"
    case rightAnswers = "an answer comes from the worker who has the attempt"
    case silenceIsJudgedFairly = "only a worker that was silent while the broker was awake is given up"
    case isServedAgain = "a worker whose name found no place is asked for it again"
    case resendsRunOnce = "a resend of what is held starts nothing"
    case bodiesAreReleased = "bodies kept minus released equals what the core holds"
    case drains = "after the faults everything drains and is served again"
}

/// A violated invariant, as reported by the part of the simulation that noticed it.
struct Breach: Error {
    let check: Check
    let what: String
}

/// A violated invariant, with everything needed to reproduce it.
struct Violation: CustomStringConvertible, Sendable {
    let breach: Breach
    let seed: UInt64
    let steps: Int
    let mutation: BrokerMutation?
    let step: Int
    /// Nanoseconds since the simulation began.
    let time: UInt64

    var description: String {
        """
        \(breach.check) (\(breach.check.rawValue)): \(breach.what); seed \(seed), step \(step), \(time / 1_000_000) ms. \
        Again: \(command)
        """
    }

    /// The command that repeats the run.
    private var command: String {
        var variables = ["MEALWIRE_SIMULATION_SEED=\(seed)"]
        if steps != Simulation.usualSteps { variables.append("MEALWIRE_SIMULATION_STEPS=\(steps)") }
        if let mutation { variables.append("MEALWIRE_SIMULATION_MUTATION=\(mutation)") }
        return variables.joined(separator: " ") + " swift test -c release --filter SimulationTests"
    }
}

/// Throws a violation unless the condition holds.
func demand(_ holds: Bool, _ check: Check, _ what: @autoclosure () -> String) throws(Breach) {
    guard holds else { throw Breach(check: check, what: what()) }
}
