/// Whether a set still follows as the rate grows.
package enum StepJudge {
    /// Less of what was asked for, answered well within the step, means that the set does not follow.
    package static let answeredShareMin = 0.95
    /// More failures than that do, too.
    package static let failedShareMax = 0.01

    /// Why a step is the last one; nil if the set has followed.
    ///
    /// - Parameters:
    ///   - step: What was asked for in it, and what came of it.
    ///   - limits: What the whole run must keep to: no step may miss a limit of latencies.
    /// - Returns: A part of a sentence.
    package static func reasonToStop(_ step: LoadStep, _ limits: [LoadLimit]) -> String? {
        if step.figures.failedShare > failedShareMax {
            return "\(LoadText.percent(step.figures.failedShare)) of the requests failed"
        }
        if step.answeredShare < answeredShareMin {
            return "only \(LoadText.percent(step.answeredShare)) of the requests were answered within the step"
        }
        return limits.lazy.filter(\.isLatency).map { $0.verdict(on: step.figures, rateShare: 1) }.first { !$0.isMet }
            .map { "\($0.limit.text) was missed: \($0.measuredText)" }
    }

    /// What a run that grew has shown of a limit: the worst of the steps that the set followed.
    ///
    /// The last step of a run to saturation is meant to miss limits. Where it is the first one as well, all of them are missed.
    ///
    /// - Parameters:
    ///   - limit: The limit.
    ///   - steps: All steps that have ended.
    ///   - isSaturated: Whether the set did not follow in the last one.
    /// - Returns: Nil where no step has ended.
    package static func verdict(on limit: LoadLimit, _ steps: [LoadStep], isSaturated: Bool) -> LoadVerdict? {
        let followed = isSaturated ? Array(steps.dropLast()) : steps
        let judged = followed.isEmpty ? steps : followed
        let verdicts = judged.map { limit.verdict(on: $0.figures, rateShare: $0.answeredShare) }
        let all = verdicts.map(\.measured)
        guard let measured = limit.figure == .rate ? all.min() : all.max() else { return nil }
        return LoadVerdict(limit: limit, measured: measured, isMet: !followed.isEmpty && verdicts.allSatisfy(\.isMet))
    }
}

/// One step of a run that grows.
package struct LoadStep: Sendable, Equatable {
    /// Requests a second that were asked for.
    package var rate: Double
    package var seconds: Double
    package var figures: LoadFigures
    /// Answered well before the step was over.
    package var answeredInTime: Int
    /// Were due before the step was over, and still waited to be sent: a set that does not follow lets them wait.
    package var waiting: Int

    package init(rate: Double, seconds: Double, figures: LoadFigures, answeredInTime: Int, waiting: Int = 0) {
        self.rate = rate
        self.seconds = seconds
        self.figures = figures
        self.answeredInTime = answeredInTime
        self.waiting = waiting
    }

    /// Of the requests that were due, how many were answered well within the step; 1 where none was due.
    package var answeredShare: Double {
        let due = figures.asked + waiting
        // Answers to requests of the step before are among them.
        return due > 0 ? min(1, Double(answeredInTime) / Double(due)) : 1
    }

    /// Requests a second that were answered well.
    package var achievedRate: Double { Double(answeredInTime) / max(seconds, 0.001) }
}
