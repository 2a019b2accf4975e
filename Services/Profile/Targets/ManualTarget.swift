import Calendar
package import Contracts

/// Fills in the open macronutrients of a manual target.
package enum ManualTarget {
    /// Energy of a gram, in kcal.
    static let (proteinKcal, fatKcal, carbohydrateKcal) = (4.0, 9.0, 4.0)
    /// Shares of energy for open macronutrients, as the calculator splits a day.
    static let (fatShare, maximumProteinShare, defaultProteinShare) = (0.3, 0.7, 0.2)

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
