package import Calendar
package import Contracts

/// Projects a user's weight.
package enum ProjectionCalculation {
    /// Maximum number of days with daily points.
    ///
    /// A longer projection has weekly points; no chart shows more.
    private static let maximumDailyPoints = 366
    private static let daysPerWeek = 7
    /// Distance between milestones in percent of today's weight: 5 % counts as relevant for health.
    private static let milestonePercent = 5
    /// Smaller changes count as none, in kg: rounding a target down changes the weight by as much.
    private static let minimumChangeKg = 0.5

    /// Projects a weight.
    ///
    /// - Parameters:
    ///   - request: The user's data, the intake and the number of days, which satisfy the rules of the contract.
    ///   - today: The day that determines the age.
    /// - Returns: The course of the weight, rounded.
    /// - Throws: `invalid` for an age or an intake that the contract's rules cannot check.
    package static func projection(
        of request: CalculatorProjection,
        today: PlainDate
    ) throws(ServiceError) -> WeightProjection {
        let body = try Body(request.person, today: today)
        let target = try TargetCalculation.target(of: request.person, today: today)
        var warnings: [ProjectionWarning] = []
        if body.age < TargetCalculation.adultAge { warnings.append(ProjectionWarning(.modelOfAdults)) }
        let intakeKcal = try ProjectedIntake.kcal(request, body, target, &warnings)
        let trajectory = WeightTrajectory(
            body,
            target,
            intakeKcal: intakeKcal,
            soFarKcal: ProjectedIntake.soFarKcal(request, target),
            days: request.days
        )
        warnUnderweight(trajectory, body, &warnings)
        let goal = request.goalWeightKg.map { projectedGoal($0, trajectory, body, &warnings) }
        return WeightProjection(
            target: target,
            intakeKcal: intakeKcal,
            points: points(trajectory, days: request.days),
            settledKg: kilograms(trajectory.settledKg),
            milestones: milestones(trajectory),
            goal: goal,
            warnings: warnings
        )
    }

    private static func points(_ trajectory: WeightTrajectory, days: Int) -> [ProjectedWeight] {
        let step = days <= maximumDailyPoints ? 1 : daysPerWeek
        return (Array(stride(from: 0, to: days, by: step)) + [days]).map { day in
            ProjectedWeight(
                day: day,
                weightKg: kilograms(trajectory.expected[day]),
                lowKg: kilograms(trajectory.low[day]),
                highKg: kilograms(trajectory.high[day])
            )
        }
    }

    /// Returns the steps of 5 % that the expected weight reaches.
    private static func milestones(_ trajectory: WeightTrajectory) -> [ProjectedMilestone] {
        guard let endKg = trajectory.expected.last, abs(endKg - trajectory.startKg) >= minimumChangeKg else {
            return []
        }
        let step = endKg < trajectory.startKg ? -milestonePercent : milestonePercent
        var milestones: [ProjectedMilestone] = []
        var percent = step
        while true {
            let weightKg = trajectory.startKg * Double(100 + percent) / 100
            let days = trajectory.days(to: weightKg)
            guard let day = days.expected else { return milestones }
            milestones.append(
                ProjectedMilestone(
                    percent: percent,
                    weightKg: kilograms(weightKg),
                    day: day,
                    earliestDay: days.earliest,
                    latestDay: days.latest
                )
            )
            percent += step
        }
    }

    private static func projectedGoal(
        _ goalKg: Double,
        _ trajectory: WeightTrajectory,
        _ body: Body,
        _ warnings: inout [ProjectionWarning]
    ) -> ProjectedGoal {
        let days = trajectory.days(to: goalKg)
        if goalKg < underweightKg(body) { warnings.append(ProjectionWarning(.goalUnderweight)) }
        if days.expected == nil {
            let (goalChange, finalChange) = (goalKg - trajectory.startKg, trajectory.settledKg - trajectory.startKg)
            let params = ["settledKg": "\(kilograms(trajectory.settledKg))"]
            if abs(finalChange) >= minimumChangeKg, goalChange * finalChange < 0 {
                warnings.append(ProjectionWarning(.goalLiesTheOtherWay, params))
            } else if abs(finalChange) <= abs(goalChange) {
                warnings.append(ProjectionWarning(.goalNeverReached, params))
            }
        }
        return ProjectedGoal(
            weightKg: goalKg,
            day: days.expected,
            earliestDay: days.earliest,
            latestDay: days.latest
        )
    }

    /// Adds a warning if the projected weight falls below a BMI of 18.5.
    private static func warnUnderweight(
        _ trajectory: WeightTrajectory,
        _ body: Body,
        _ warnings: inout [ProjectionWarning]
    ) {
        let leastKg = underweightKg(body)
        func warn(_ code: ProjectionWarning.Code, _ weights: [Double]) -> Bool {
            guard let day = weights.firstIndex(where: { $0 < leastKg }) else { return false }
            warnings.append(ProjectionWarning(code, ["day": "\(day)", "weightKg": "\(kilograms(leastKg))"]))
            return true
        }
        if !warn(.becomesUnderweight, trajectory.expected) { _ = warn(.mayBecomeUnderweight, trajectory.low) }
    }

    /// Returns the weight of a body at a BMI of 18.5, in kg.
    private static func underweightKg(_ body: Body) -> Double {
        TargetCalculation.underweightBMI * body.heightCm * body.heightCm / 10_000
    }

    private static func kilograms(_ value: Double) -> Double { TargetCalculation.rounded(value, 100) }
}
