import EnergyFormulas
import Foundation

/// A second implementation of Hall's model, as written in its web appendix.
///
/// It calculates in megajoules and integrates all four masses by small steps of Euler's method. Expenditure uses the
/// constant K instead of differences from the start.
struct ReferenceWeightModel {
    private static let stepsPerDay = 200
    private static let megajoulesPerKcal = 0.004184

    private let intake: Double
    private let before: Double
    private let glycogenUse: Double
    private let activity: Double
    private let constant: Double
    private let fluidAtStart: Double
    private var fat: Double
    private var lean: Double
    private var glycogen: Double
    private var fluid: Double
    private var adaptation: Double

    init(_ start: WeightModel.Start, intakeKcal: Double) {
        intake = intakeKcal * Self.megajoulesPerKcal
        before = start.tdee * Self.megajoulesPerKcal
        let resting = start.bmr * Self.megajoulesPerKcal
        glycogenUse = 0.5 * before / (0.5 * 0.5)
        let level = before / resting
        activity = max(0, ((1 - 0.1) * level - 1) * resting / start.weightKg)
        fat = start.fatKg
        // Each of these three no longer changes under the intake of before.
        let soFar = start.intakeKcal * Self.megajoulesPerKcal
        glycogen = (0.5 * soFar / glycogenUse).squareRoot()
        fluidAtStart = 0.2 * start.weightKg
        fluid = fluidAtStart - 4_000 * (1 - soFar / before) / 3_000
        adaptation = 0.14 * (soFar - before)
        lean = start.weightKg - fat - fluid - 3.7 * glycogen
        constant = resting * level - 0.092 * lean - 0.013 * fat - activity * start.weightKg
    }

    var weightKg: Double { fat + lean + fluid + 3.7 * glycogen }

    mutating func advance(days: Int) {
        for _ in 0..<days * Self.stepsPerDay { step(1 / Double(Self.stepsPerDay)) }
    }

    private mutating func step(_ time: Double) {
        let carbohydrate = 0.5 * intake
        let glycogenChange = (carbohydrate - glycogenUse * glycogen * glycogen) / 17.6
        let sodium = -3_000 * (fluid - fluidAtStart) - 4_000 * (1 - carbohydrate / (0.5 * before))
        let share = (10.4 * 7.6 / 39.5) / (10.4 * 7.6 / 39.5 + fat)
        let cost = share * 0.96 / 7.6 + (1 - share) * 0.75 / 39.5
        let living = constant + 0.013 * fat + 0.092 * lean + activity * weightKg + 0.1 * (intake - before) + adaptation
        let expenditure = (living + (intake - 17.6 * glycogenChange) * cost) / (1 + cost)
        let left = intake - expenditure - 17.6 * glycogenChange
        adaptation += time * (0.14 * (intake - before) - adaptation) / 14
        fluid += time * sodium / 3_220
        glycogen += time * glycogenChange
        lean += time * share * left / 7.6
        fat += time * (1 - share) * left / 39.5
    }
}
