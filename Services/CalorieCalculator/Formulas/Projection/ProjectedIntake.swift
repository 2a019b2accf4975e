import Contracts

/// What somebody is taken to eat: the target, or what the request says, by the target's rules.
enum ProjectedIntake {
    /// Nobody eats more than so many times what they spend for long, and no model was tried there.
    private static let expenditureMultipleMax = 2.0
    /// Nobody lives on less than so many kcal a day; where an equation says so, it does not hold for the body.
    private static let expenditureKcalMin = 500.0

    /// The intake in kcal a day.
    ///
    /// - Throws: `invalid`, if it is out of proportion to what the body spends, or that cannot be right.
    static func kcal(
        _ request: CalculatorProjection,
        _ body: Body,
        _ target: EnergyTarget,
        _ warnings: inout [ProjectionWarning]
    ) throws(ServiceError) -> Int {
        var checker = RuleChecker()
        checker.require(
            min(target.tdee, target.bmr) >= expenditureKcalMin,
            "weightKg",
            .notAllowed,
            "These numbers give less than \(Int(expenditureKcalMin)) kcal a day, of which nothing can be projected."
        )
        try checker.finish()
        guard let asked = request.intakeKcal else { return target.dailyKcal }
        checker.require(asked, in: 1...Int(expenditureMultipleMax * target.tdee), "intakeKcal")
        try checker.finish()
        return raised(asked, body, target.tdee, &warnings)
    }

    /// What is asked for, or the least that the rules of targets give.
    private static func raised(
        _ asked: Int,
        _ body: Body,
        _ tdee: Double,
        _ warnings: inout [ProjectionWarning]
    ) -> Int {
        let obstacle = TargetCalculation.obstacleToDeficit(body)
        let least = Int(obstacle == nil ? TargetCalculation.floorKcal(body, tdee: tdee) : tdee)
        guard asked < least else { return asked }
        let code: ProjectionWarning.Code =
            switch obstacle {
            case .noDeficitUnder19: .noDeficitUnder19
            case .noDeficitUnderweight: .noDeficitUnderweight
            default: .raisedToFloor
            }
        warnings.append(ProjectionWarning(code, ["askedKcal": "\(asked)", "intakeKcal": "\(least)"]))
        return least
    }
}
