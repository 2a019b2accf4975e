import Calendar
package import Contracts

/// Validates a manual target and fills in its open macronutrients.
package enum ManualTarget {
    /// Allowed energy in kcal a day: from a day of fasting to more than any user's expenditure.
    package static let dailyKcal = 500...10_000
    /// Allowed grams of one macronutrient a day.
    package static let macroG = 0.0...1_500.0
    /// Share by which the macronutrients' energy may exceed the target, since users round both.
    static let macroToleranceShare = 0.1
    /// Energy of a gram, in kcal.
    static let (proteinKcal, fatKcal, carbohydrateKcal) = (4.0, 9.0, 4.0)
    /// Shares of energy for open macronutrients, as the calculator splits a day.
    static let (fatShare, maximumProteinShare, defaultProteinShare) = (0.3, 0.7, 0.2)

    /// Validates a target.
    ///
    /// - Parameter request: The target.
    /// - Returns: An error for every invalid field.
    package static func errors(in request: ProfileTargetsSet) -> [FieldError] {
        var checker = RuleChecker()
        check(request.requestedTarget, "", &checker)
        for (name, requestedTarget) in (request.weekdays ?? [:]).sorted(by: { $0.key < $1.key }) {
            let field = "weekdays.\(name.prefix(20))"
            checker.require(
                Weekday(rawValue: name) != nil,
                field,
                .unknown,
                "\(field) is not a day of the week: use monday to sunday."
            )
            check(requestedTarget, "\(field).", &checker)
        }
        return checker.errors
    }

    private static func check(_ requestedTarget: RequestedTarget, _ path: String, _ checker: inout RuleChecker) {
        checker.require(requestedTarget.dailyKcal, in: dailyKcal, path + "dailyKcal")
        checker.require(requestedTarget.proteinG, in: macroG, path + "proteinG")
        checker.require(requestedTarget.fatG, in: macroG, path + "fatG")
        checker.require(requestedTarget.carbohydrateG, in: macroG, path + "carbohydrateG")
        // Bounded, because values that broke an earlier rule come here too, and they may not fit into an Int.
        let macroKcal =
            (requestedTarget.proteinG ?? 0) * proteinKcal + (requestedTarget.fatG ?? 0) * fatKcal
            + (requestedTarget.carbohydrateG ?? 0) * carbohydrateKcal
        let boundedKcal = Int(min(max(macroKcal, -1e9), 1e9).rounded())
        checker.require(
            macroKcal <= Double(requestedTarget.dailyKcal) * (1 + macroToleranceShare),
            path + "dailyKcal",
            .mismatch,
            "Protein, fat and carbohydrate have \(boundedKcal) kcal, more than \(path)dailyKcal.",
            ["macroKcal": "\(boundedKcal)"]
        )
    }

    /// Returns a day's target with every macronutrient: given values stay, the rest is split as the calculator does.
    ///
    /// - Parameters:
    ///   - requestedTarget: The given values, already validated.
    ///   - proteinG: The protein of the computed target, if there is one.
    /// - Returns: The target; computed values are never negative.
    package static func day(_ requestedTarget: RequestedTarget, proteinG: Double?) -> DayTarget {
        let kcal = Double(requestedTarget.dailyKcal)
        let givenFatKcal = requestedTarget.fatG.map { $0 * fatKcal }
        let givenCarbohydrateKcal = requestedTarget.carbohydrateG.map { $0 * carbohydrateKcal }
        let availableProteinKcal = kcal - (givenFatKcal ?? 0) - (givenCarbohydrateKcal ?? 0)
        let usualProteinKcal = min(
            proteinG.map { $0 * proteinKcal } ?? kcal * defaultProteinShare,
            kcal * maximumProteinShare
        )
        let ownProteinKcal =
            requestedTarget.proteinG.map { $0 * proteinKcal } ?? max(0, min(usualProteinKcal, availableProteinKcal))
        let availableFatKcal = kcal - ownProteinKcal - (givenCarbohydrateKcal ?? 0)
        // With given carbohydrate, fat gets the rest.
        let usualFatKcal = givenCarbohydrateKcal == nil ? kcal * fatShare : availableFatKcal
        let ownFatKcal = givenFatKcal ?? max(0, min(usualFatKcal, availableFatKcal))
        let ownCarbohydrateKcal = givenCarbohydrateKcal ?? max(0, kcal - ownProteinKcal - ownFatKcal)
        return DayTarget(
            dailyKcal: requestedTarget.dailyKcal,
            proteinG: requestedTarget.proteinG ?? inTenths(ownProteinKcal / proteinKcal),
            fatG: requestedTarget.fatG ?? inTenths(ownFatKcal / fatKcal),
            carbohydrateG: requestedTarget.carbohydrateG ?? inTenths(ownCarbohydrateKcal / carbohydrateKcal)
        )
    }

    private static func inTenths(_ grams: Double) -> Double { (grams * 10).rounded() / 10 }
}

extension ManualTarget {
    /// Returns the cautions for a manual target.
    ///
    /// The calculator raises a target to the floor, and gives no deficit to users under 19 and underweight users.
    /// A manual target may do both, but always with a caution.
    ///
    /// - Parameters:
    ///   - week: The energy of the seven days, in kcal.
    ///   - fields: The user's profile.
    ///   - calculated: The calculator's last reply for them, if there is one.
    ///   - today: The day on which the age is determined.
    /// - Returns: The cautions; none for a target without concern.
    static func cautions(
        ofWeek week: [Int],
        for fields: ProfileFields,
        _ calculated: EnergyTarget?,
        today: PlainDate
    ) -> [TargetCaution] {
        var cautions: [TargetCaution] = []
        let floor = EnergyFloor.kcal(fields.sex, tdee: calculated?.tdee)
        if let least = week.min(), Double(least) < floor {
            let params = ["dailyKcal": "\(least)", "floorKcal": "\(Int(floor.rounded(.up)))"]
            cautions.append(TargetCaution(.underFloor, params: params))
        }
        guard let calculated, !week.isEmpty else { return cautions }
        let mean = Double(week.reduce(0, +)) / Double(week.count)
        // A computed target without deficit is the expenditure, rounded down.
        guard mean < calculated.tdee.rounded(.down) else { return cautions }
        let params = ["dailyKcal": "\(Int(mean.rounded(.down)))", "tdee": "\(calculated.tdee)"]
        if fields.birthDate.fullYears(until: today) < EnergyFloor.adultAge {
            cautions.append(TargetCaution(.deficitUnder19, params: params))
        } else if calculated.bmi < EnergyFloor.underweightBMI {
            cautions.append(TargetCaution(.deficitUnderweight, params: params))
        }
        return cautions
    }
}
