package import Contracts

/// Works out the energy target of a person, from start to end.
package enum TargetCalculation {
    /// From this age on, in full years, the adults' rules hold.
    static let adultAge = EnergyFloor.adultAge
    /// Below this index nobody is given a deficit.
    static let underweightBMI = EnergyFloor.underweightBMI

    /// - Parameters:
    ///   - request: The person, the goal and the formula.
    ///   - today: The day on which a birth date is counted and whose month is summed.
    /// - Returns: The target, its numbers rounded.
    /// - Throws: `invalid`, naming every field that breaks a rule.
    package static func target(of request: CalculatorTarget, today: PlainDate) throws(ServiceError) -> EnergyTarget {
        let body = try Body(request, today: today)
        let formula = request.formula ?? .harrisBenedict
        let bmr = BasalRate.kcal(of: body, by: formula)
        let tdee = request.tdeeKcal ?? Expenditure.kcal(of: body, at: request.activityLevel, bmr: bmr, by: formula)
        var warnings: [CalculationWarning] = []
        if body.sex == .other { warnings.append(CalculationWarning(.meanOfBothSexes)) }
        let rawKcal = tdee + difference(for: request.goal, body, &warnings)
        let dailyKcal = floored(rawKcal, body, tdee, &warnings)
        let (year, month, _) = today.components
        let macros = MacroSplit.macros(of: body, goal: request.goal, dailyKcal: dailyKcal)
        return EnergyTarget(
            bmr: rounded(bmr, 100),
            tdee: rounded(tdee, 100),
            rawKcal: rounded(rawKcal, 100),
            dailyKcal: dailyKcal,
            weeklyKcal: 7 * dailyKcal,
            monthlyKcal: PlainDate.daysInMonth(month, of: year) * dailyKcal,
            macros: Macros(
                proteinG: rounded(macros.proteinG, 10),
                fatG: rounded(macros.fatG, 10),
                carbohydrateG: rounded(macros.carbohydrateG, 10)
            ),
            bmi: rounded(body.bmi, 10),
            bmiCategory: body.age < adultAge ? nil : MassIndex.category(body.bmi),
            formula: formula,
            warnings: warnings
        )
    }

    /// A page of people, worked out one by one.
    ///
    /// - Parameters:
    ///   - request: The people.
    ///   - today: The day on which birth dates are counted and whose month is summed.
    /// - Returns: What each comes to, in order; who breaks a rule stands in nobody's way.
    /// - Throws: `invalid`, if it is nobody or too many; `CancellationError`, if the task is cancelled.
    package static func targets(of request: CalculatorTargets, today: PlainDate) throws -> CalculatorTargets.Reply {
        var checker = RuleChecker()
        let counts = CalculatorTargets.peopleCounts
        checker.require(
            counts.contains(request.people.count),
            "people",
            .outOfRange,
            "people must be from \(counts.lowerBound) to \(counts.upperBound).",
            ["min": "\(counts.lowerBound)", "max": "\(counts.upperBound)"]
        )
        try checker.finish()
        var items: [CalculatorTargets.Outcome] = []
        for person in request.people {
            try Task.checkCancellation()
            do throws(ServiceError) {
                items.append(CalculatorTargets.Outcome(target: try target(of: person, today: today)))
            } catch {
                items.append(CalculatorTargets.Outcome(error: error))
            }
        }
        return CalculatorTargets.Reply(items: items)
    }

    /// What a goal adds to the expenditure, in kcal a day.
    private static func difference(for goal: Goal, _ body: Body, _ warnings: inout [CalculationWarning]) -> Double {
        switch goal {
        case .keep: return 0
        case .gain: return 500
        case .lose:
            guard let obstacle = obstacleToDeficit(body) else { return -700 }
            warnings.append(CalculationWarning(obstacle))
            return 0
        }
    }

    /// Why somebody is given no deficit; nil for those who may be.
    static func obstacleToDeficit(_ body: Body) -> CalculationWarning.Code? {
        if body.age < adultAge { return .noDeficitUnder19 }
        return body.bmi < underweightBMI ? .noDeficitUnderweight : nil
    }

    /// The least that is recommended to a sex, but never above the expenditure, in kcal a day.
    static func floorKcal(_ body: Body, tdee: Double) -> Double {
        min(BasalRate.bothSexes(body) { $0 ? EnergyFloor.menKcal : EnergyFloor.womenKcal }, tdee)
    }

    /// The goal's energy, or the floor where that is more; cut to a whole number.
    private static func floored(
        _ rawKcal: Double,
        _ body: Body,
        _ tdee: Double,
        _ warnings: inout [CalculationWarning]
    ) -> Int {
        let floor = floorKcal(body, tdee: tdee)
        // Very small and old bodies can get less than nothing from a linear equation.
        let daily = Int(max(rawKcal, floor, 0))
        if rawKcal < floor {
            let params = ["rawKcal": "\(rounded(rawKcal, 100))", "dailyKcal": "\(daily)"]
            warnings.append(CalculationWarning(.raisedToFloor, params: params))
        }
        return daily
    }

    /// Rounds to as many parts of one: 100 for two decimals.
    static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
}
