import Contracts

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
