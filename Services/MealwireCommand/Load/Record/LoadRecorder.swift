/// Everything that is counted during a run; knows no clock.
struct LoadRecorder: Sendable {
    private(set) var whole = LoadCounter()
    private(set) var actions: [LoadCounter]
    private(set) var seconds: [LoadSecond] = []
    private(set) var steps: [LoadStep] = []
    private var second = LoadCounter()
    private var step = LoadCounter()
    /// How late requests were sent although a connection was free: the doing of who makes the load, not of the set.
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

    /// A request that was due and not sent: which action it would have been, nobody has decided.
    mutating func miss(afterNs: UInt64) {
        whole.ask()
        whole.miss(afterNs: afterNs)
        second.ask()
        second.miss(afterNs: afterNs)
        step.ask()
        step.miss(afterNs: afterNs)
    }

    mutating func wasLate(nanoseconds: UInt64) { lateness.record(nanoseconds: nanoseconds) }

    /// Ends a second.
    mutating func closeSecond(at: Double, inFlight: Int) {
        seconds.append(LoadSecond(at: at, inFlight: inFlight, second))
        second.reset()
    }

    /// Ends the run, perhaps within a second.
    mutating func closeLastSecond(at: Double) {
        if second.asked > 0 || second.good > 0 || !second.errors.isEmpty { closeSecond(at: at, inFlight: 0) }
    }

    /// Ends a step.
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
