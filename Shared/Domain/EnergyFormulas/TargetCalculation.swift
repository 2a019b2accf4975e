package import Calendar
package import Contracts

/// Calculates energy targets.
package enum TargetCalculation {
    /// The age in full years from which the rules for adults apply.
    static let adultAge = EnergyFloor.adultAge
    /// The BMI below which no target has a deficit.
    static let underweightBMI = EnergyFloor.underweightBMI

    /// Calculates a target.
    ///
    /// - Parameters:
    ///   - request: The user's data, the goal and the formula, which satisfy the rules of the contract.
    ///   - today: The day that determines the age and the length of the month.
    /// - Returns: The target, rounded.
    /// - Throws: `invalid` for an age that the birth date gives or the formula does not cover.
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
        var target = EnergyTarget(
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
            bmi: BodyMassIndex.shown(body.bmi),
            bmiCategory: BodyMassIndex.category(body.bmi, age: body.age),
            formula: formula,
            warnings: warnings
        )
        guard let language = request.language else { return target }
        target.hints = TargetHints(
            age: body.age,
            heightCm: body.heightCm,
            weightKg: body.weightKg,
            activityLevel: request.activityLevel,
            goal: request.goal,
            bmr: bmr,
            tdee: tdee,
            dailyKcal: Double(dailyKcal),
            proteinG: macros.proteinG
        ).hints(in: language)
        return target
    }

    /// Calculates the targets of several users, one by one.
    ///
    /// - Parameters:
    ///   - request: The users' data.
    ///   - today: The day that determines ages and the length of the month.
    /// - Returns: A target or an error for each user, in order. An invalid user does not affect the others.
    /// - Throws: `CancellationError` if the task is cancelled.
    package static func targets(of request: CalculatorTargets, today: PlainDate) throws -> CalculatorTargets.Reply {
        let rules = try CalculatorTarget.rules.resolved()
        var items: [CalculatorTargets.Outcome] = []
        for var person in request.people {
            try Task.checkCancellation()
            // The largest reply must fit into one message, and no process reads hints.
            person.language = nil
            do throws(ServiceError) {
                var checker = RuleChecker()
                rules.check(person, &checker)
                Body.checkAge(person, today: today, &checker)
                try checker.finish()
                items.append(CalculatorTargets.Outcome(target: try target(of: person, today: today)))
            } catch {
                items.append(CalculatorTargets.Outcome(error: error))
            }
        }
        return CalculatorTargets.Reply(items: items)
    }

    /// Returns the energy that a goal adds to the expenditure, in kcal a day.
    private static func difference(for goal: Goal, _ body: Body, _ warnings: inout [CalculationWarning]) -> Double {
        switch goal {
        case .keep: return 0
        case .gain: return 500
        case .lose:
            guard let obstacle = reasonAgainstDeficit(body) else { return -700 }
            warnings.append(CalculationWarning(obstacle))
            return 0
        }
    }

    /// Returns why a target must not have a deficit; nil if it may.
    static func reasonAgainstDeficit(_ body: Body) -> CalculationWarning.Code? {
        if body.age < adultAge { return .noDeficitUnder19 }
        return body.bmi < underweightBMI ? .noDeficitUnderweight : nil
    }

    /// Returns the recommended minimum for a sex, at most the expenditure, in kcal a day.
    static func floorKcal(_ body: Body, tdee: Double) -> Double {
        min(BasalRate.bothSexes(body) { $0 ? EnergyFloor.menKcal : EnergyFloor.womenKcal }, tdee)
    }

    /// Returns the goal's energy, or the floor if that is higher, rounded down.
    private static func floored(
        _ rawKcal: Double,
        _ body: Body,
        _ tdee: Double,
        _ warnings: inout [CalculationWarning]
    ) -> Int {
        let floor = floorKcal(body, tdee: tdee)
        // A linear equation can be negative for very small and old bodies.
        let daily = Int(max(rawKcal, floor, 0))
        if rawKcal < floor {
            let params = ["rawKcal": "\(rounded(rawKcal, 100))", "dailyKcal": "\(daily)"]
            warnings.append(CalculationWarning(.raisedToFloor, params: params))
        }
        return daily
    }

    /// Rounds to a fraction of one: 100 parts for two decimals.
    static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
}

/// The default split of energy into macronutrients.
enum MacroSplit {
    /// The share of energy from fat.
    private static let fatShare = 0.3
    /// The weight at this BMI is the maximum weight for the protein calculation, since body fat needs no protein.
    private static let referenceBMI = 25.0

    /// Returns the weight that counts for protein, in kg.
    static func referenceKg(heightCm: Double, weightKg: Double) -> Double {
        let heightM = heightCm / 100
        return min(weightKg, referenceBMI * heightM * heightM)
    }

    /// Returns the recommended protein of a day, in grams.
    static func proteinG(referenceKg: Double, goal: Goal) -> Double { (goal == .keep ? 1.6 : 1.8) * referenceKg }

    /// Returns grams with energy that adds up to the target.
    ///
    /// Carbohydrate gets the rest. If protein and fat leave none, fat is reduced first, then protein.
    static func macros(of body: Body, goal: Goal, dailyKcal: Int) -> Macros {
        let kcal = Double(dailyKcal)
        let referenceKg = referenceKg(heightCm: body.heightCm, weightKg: body.weightKg)
        let desiredProteinG = proteinG(referenceKg: referenceKg, goal: goal)
        let proteinG = min(desiredProteinG, kcal / EnergyFactor.kcalPerGramOfProtein)
        let afterProtein = kcal - proteinG * EnergyFactor.kcalPerGramOfProtein
        let fatG = min(fatShare * kcal, afterProtein) / EnergyFactor.kcalPerGramOfFat
        let rest = max(0, afterProtein - fatG * EnergyFactor.kcalPerGramOfFat)
        return Macros(proteinG: proteinG, fatG: fatG, carbohydrateG: rest / EnergyFactor.kcalPerGramOfCarbohydrate)
    }
}
