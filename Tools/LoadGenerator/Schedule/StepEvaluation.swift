/// Decides whether a stack sustains a growing rate.
package enum StepEvaluation {
    /// The least share of due requests that must succeed within the step.
    package static let answeredShareMin = 0.95
    /// The greatest share of requests that may fail.
    package static let failedShareMax = 0.01

    /// Returns why a step is the last one; nil if the stack has sustained it.
    ///
    /// - Parameters:
    ///   - step: The measurements of the step.
    ///   - limits: The limits of the run. A step must meet the latency limits.
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

    /// Checks a limit against the worst of the steps that the stack sustained.
    ///
    /// The last step of a run to saturation may miss limits. If it is also the first one, all limits count as missed.
    ///
    /// - Parameters:
    ///   - limit: The limit.
    ///   - steps: All steps that have ended.
    ///   - isSaturated: Whether the stack did not sustain the last step.
    /// - Returns: Nil if no step has ended.
    package static func verdict(on limit: LoadLimit, _ steps: [LoadStep], isSaturated: Bool) -> LoadVerdict? {
        let followed = isSaturated ? Array(steps.dropLast()) : steps
        let judged = followed.isEmpty ? steps : followed
        let verdicts = judged.map { limit.verdict(on: $0.figures, rateShare: $0.answeredShare) }
        let all = verdicts.map(\.measured)
        guard let measured = limit.metric == .rate ? all.min() : all.max() else { return nil }
        return LoadVerdict(limit: limit, measured: measured, isMet: !followed.isEmpty && verdicts.allSatisfy(\.isMet))
    }
}

/// The measurements of one step.
package struct LoadStep: Sendable, Equatable {
    /// The target rate in requests per second.
    package var rate: Double
    package var seconds: Double
    package var figures: LoadMetrics
    /// The number of successful responses before the end of the step.
    package var answeredInTime: Int
    /// The number of due requests that were not sent before the end of the step, a sign of saturation.
    package var waiting: Int

    package init(rate: Double, seconds: Double, figures: LoadMetrics, answeredInTime: Int, waiting: Int = 0) {
        self.rate = rate
        self.seconds = seconds
        self.figures = figures
        self.answeredInTime = answeredInTime
        self.waiting = waiting
    }

    /// The share of due requests that succeeded within the step; 1 if none was due.
    package var answeredShare: Double {
        let due = figures.asked + waiting
        // Responses to requests of the previous step are included.
        return due > 0 ? min(1, Double(answeredInTime) / Double(due)) : 1
    }

    /// Successful requests per second.
    package var achievedRate: Double { Double(answeredInTime) / max(seconds, 0.001) }
}
