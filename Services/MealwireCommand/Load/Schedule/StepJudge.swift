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
        if Double(step.answeredInTime) < answeredShareMin * Double(step.figures.asked) {
            let share = Double(step.answeredInTime) / Double(max(1, step.figures.asked))
            return "only \(LoadText.percent(share)) of the requests were answered within the step"
        }
        return limits.lazy.filter(\.isLatency).map { $0.verdict(on: step.figures, rateShare: 1) }.first { !$0.isMet }
            .map { "\($0.limit.text) was missed: \($0.measuredText)" }
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

    package init(rate: Double, seconds: Double, figures: LoadFigures, answeredInTime: Int) {
        self.rate = rate
        self.seconds = seconds
        self.figures = figures
        self.answeredInTime = answeredInTime
    }

    /// Requests a second that were answered well.
    package var achievedRate: Double { Double(answeredInTime) / max(seconds, 0.001) }
}
