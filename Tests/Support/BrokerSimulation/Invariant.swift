import BrokerCore

/// The properties that must hold after every step.
package enum Invariant: String, CaseIterable {
    case answeredOnce = "every request gets exactly one terminal answer"
    case answeredInTime = "every request is answered by its deadline"
    case truthfulErrors = "an error states the actual reason"
    case runsOnce = "a request that is not retryable does not run twice"
    case twoAttempts = "no request has more than two attempts"
    case capacity = "no worker gets more than its capacity"
    case leastLoaded = "the least loaded worker gets the request"
    case noneAfterDeparture = "a worker that left gets no messages"
    case endedRequestsAreDropped = "a request that no client waits for is dropped"
    case boundedQueues = "queues are bounded"
    case bytesAreShared = "when bytes are short, only the largest holder loses requests"
    case fairShares = "clients have equal shares"
    case inOrder = "a client's requests are dispatched in order of arrival"
    case noIdleWorkers = "no request waits while a worker has room"
    case rightAnswers = "an answer comes from the worker with the attempt"
    case livenessIsFair = "only a worker that was silent while the broker was awake is declared dead"
    case rejectedNamesRegisterAgain = "a worker with a rejected name is asked to register again"
    case resendsRunOnce = "a resend of a held request starts nothing"
    case bodiesAreReleased = "the unreleased bodies are those that the core holds"
    case drains = "after the faults, all requests end and all services answer"
}

/// A violated invariant, as reported by the part of the simulation that noticed it.
package struct InvariantViolation: Error {
    package let invariant: Invariant
    let detail: String
}

/// A violated invariant, with everything needed to reproduce it.
package struct FailedRun: CustomStringConvertible, Sendable {
    package let violation: InvariantViolation
    let seed: Int
    let steps: Int
    let mutation: BrokerMutation?
    let step: Int
    /// Nanoseconds since the simulation began.
    let time: UInt64

    package var description: String {
        """
        \(violation.invariant) (\(violation.invariant.rawValue)): \(violation.detail); \
        seed \(seed), step \(step), \(time / 1_000_000) ms. \
        Repeat: \(command)
        """
    }

    /// The command that repeats the run.
    private var command: String {
        var variables = ["MEALWIRE_SIMULATION_SEED=\(seed)"]
        if steps != Simulation.defaultSteps { variables.append("MEALWIRE_SIMULATION_STEPS=\(steps)") }
        if let mutation { variables.append("MEALWIRE_SIMULATION_MUTATION=\(mutation)") }
        return variables.joined(separator: " ") + " swift test -c release --filter SimulationTests"
    }
}

/// Throws a violation unless the condition holds.
func require(_ holds: Bool, _ invariant: Invariant, _ detail: @autoclosure () -> String) throws(InvariantViolation) {
    guard holds else { throw InvariantViolation(invariant: invariant, detail: detail()) }
}
