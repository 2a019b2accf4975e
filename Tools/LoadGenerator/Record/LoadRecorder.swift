/// Counts everything during a run; independent of clocks.
struct LoadRecorder: Sendable {
    private(set) var whole = LoadCounter()
    private(set) var actions: [LoadCounter]
    private(set) var seconds: [LoadSecond] = []
    private(set) var steps: [LoadStep] = []
    private var second = LoadCounter()
    private var step = LoadCounter()
    /// How late requests were sent although a connection was free: a delay by the load generator, not by the stack.
    private(set) var lateness = LatencyHistogram()

    init(actions: Int) { self.actions = Array(repeating: LoadCounter(), count: actions) }

    mutating func ask(_ action: Int) {
        whole.ask()
        actions[action].ask()
        second.ask()
        step.ask()
    }

    mutating func answer(_ action: Int, _ outcome: LoadOutcome, afterNs: UInt64) {
        whole.answer(outcome, afterNs: afterNs)
        actions[action].answer(outcome, afterNs: afterNs)
        second.answer(outcome, afterNs: afterNs)
        step.answer(outcome, afterNs: afterNs)
    }

    /// Counts a due request that was not sent; no action was chosen for it.
    mutating func miss(afterNs: UInt64) {
        whole.ask()
        whole.miss(afterNs: afterNs)
        second.ask()
        second.miss(afterNs: afterNs)
        step.ask()
        step.miss(afterNs: afterNs)
    }

    mutating func wasLate(nanoseconds: UInt64) { lateness.record(nanoseconds: nanoseconds) }

    /// Closes a second.
    mutating func closeSecond(at: Double, inFlight: Int) {
        seconds.append(LoadSecond(at: at, inFlight: inFlight, second))
        second.reset()
    }

    /// Closes the last second of the run, which may be shorter.
    mutating func closeLastSecond(at: Double) {
        if second.asked > 0 || second.good > 0 || !second.errors.isEmpty { closeSecond(at: at, inFlight: 0) }
    }

    /// Closes a step.
    mutating func closeStep(rate: Double, seconds: Double, waiting: Int) -> LoadStep {
        let figures = step.figures
        let closed = LoadStep(
            rate: rate,
            seconds: seconds,
            figures: figures,
            answeredInTime: figures.good,
            waiting: waiting
        )
        steps.append(closed)
        step.reset()
        return closed
    }
}
