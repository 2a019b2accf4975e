import Calendar
import Contracts

extension LoadReport {
    /// Creates the report of a run.
    ///
    /// - Parameters:
    ///   - plan: The plan of the run.
    ///   - beginning: The facts recorded before the run.
    ///   - names: The names of the scenario's actions.
    ///   - record: The measurements.
    ///   - limits: The limits of the run.
    package init(
        _ plan: Plan,
        _ beginning: LoadStart,
        actions names: [String],
        _ record: LoadRecord,
        limits: [LoadLimit]
    ) {
        let recorder = record.recorder
        let all = recorder.whole.figures
        mealwire = Release.version
        startedAt = beginning.startedAt
        machine = beginning.machine
        self.plan = plan
        (endedBy, endedBecause) = Self.ending(record.stopReason)
        sentForSeconds = record.sentForS
        achievedRate = record.achievedRate
        rateShare = record.rateShare
        self.all = all
        curve = recorder.whole.latencies.curve
        actions = zip(names, recorder.actions).map { Action(name: $0, figures: $1.figures) }
        seconds = recorder.seconds
        steps = recorder.steps.map { Step(rate: $0.rate, achievedRate: $0.achievedRate, figures: $0.figures) }
        ownLatenessP99Us = recorder.lateness.microseconds(atPercentile: 99)
        processes = beginning.use.since(answers: recorder.whole.good)
        self.limits = limits.map { limit in
            let verdict = Self.verdict(on: limit, record)
            return Limit(limit: limit.text, measured: verdict.measured, met: verdict.isMet)
        }
        peopleLeft = 0
        if case .saturated = record.stopReason, recorder.steps.count > 1 {
            saturationRate = recorder.steps[recorder.steps.count - 2].rate
        }
    }

    /// Checks a limit against the steps, or against the whole run if there are none.
    private static func verdict(on limit: LoadLimit, _ record: LoadRecord) -> LoadVerdict {
        var isSaturated = false
        if case .saturated = record.stopReason { isSaturated = true }
        return StepEvaluation.verdict(on: limit, record.recorder.steps, isSaturated: isSaturated)
            ?? limit.verdict(on: record.recorder.whole.figures, rateShare: record.rateShare)
    }

    private static func ending(_ reason: LoadRecord.StopReason) -> (String, String?) {
        switch reason {
        case .time: ("time", nil)
        case .interrupted: ("interrupted", nil)
        case .saturated(let because): ("saturated", because)
        }
    }
}

/// The facts that are recorded before a run.
package struct LoadStart {
    package let startedAt = Timestamp.now()
    package let machine = LoadMachine.current
    package let use: ProcessorUse
}
