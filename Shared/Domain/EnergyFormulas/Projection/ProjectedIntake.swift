import Contracts

/// The intakes of a projection: the target, or the requested intake within the rules of targets, and the one so far.
enum ProjectedIntake {
    /// Maximum intake as a multiple of the expenditure.
    ///
    /// Higher intakes do not last, and no model was validated for them.
    private static let maximumExpenditureMultiple = 2.0
    /// Minimum plausible expenditure in kcal a day; an equation with a lower result is not valid for the body.
    private static let minimumExpenditureKcal = 500.0

    /// Returns the intake in kcal a day.
    ///
    /// - Throws: `invalid` if the intake is out of proportion to the expenditure, or the expenditure is implausible.
    static func kcal(
        _ request: CalculatorProjection,
        _ body: Body,
        _ target: EnergyTarget,
        _ warnings: inout [ProjectionWarning]
    ) throws(ServiceError) -> Int {
        var checker = RuleChecker()
        checker.require(
            min(target.tdee, target.bmr) >= minimumExpenditureKcal,
            "weightKg",
            .notAllowed,
            "These values give an expenditure below \(Int(minimumExpenditureKcal)) kcal a day; no projection is possible."
        )
        try checker.finish()
        guard let requested = request.intakeKcal else { return target.dailyKcal }
        checker.require(requested, in: 1...Int(maximumExpenditureMultiple * target.tdee), "intakeKcal")
        try checker.finish()
        return raised(requested, body, target.tdee, &warnings)
    }

    /// Returns the mean intake of the past weeks in kcal a day, at most twice the expenditure; nil if there is none.
    ///
    /// A value that is too high is limited, not refused, because the caller cannot change the past.
    static func soFarKcal(_ request: CalculatorProjection, _ target: EnergyTarget) -> Double? {
        request.intakeSoFarKcal.map { min(Double($0), maximumExpenditureMultiple * target.tdee) }
    }

    /// Returns the requested intake, or the minimum by the rules of targets if that is higher.
    private static func raised(
        _ requested: Int,
        _ body: Body,
        _ tdee: Double,
        _ warnings: inout [ProjectionWarning]
    ) -> Int {
        let obstacle = TargetCalculation.reasonAgainstDeficit(body)
        let least = Int(obstacle == nil ? TargetCalculation.floorKcal(body, tdee: tdee) : tdee)
        guard requested < least else { return requested }
        let code: ProjectionWarning.Code =
            switch obstacle {
            case .noDeficitUnder19: .noDeficitUnder19
            case .noDeficitUnderweight: .noDeficitUnderweight
            default: .raisedToFloor
            }
        warnings.append(ProjectionWarning(code, ["askedKcal": "\(requested)", "intakeKcal": "\(least)"]))
        return least
    }
}
