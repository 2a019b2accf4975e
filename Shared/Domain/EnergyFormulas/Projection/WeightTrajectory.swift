import Contracts

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A projected course of the weight: the expected one and its plausible range.
struct WeightTrajectory {
    /// The relative error assumed for the expenditure of an equation.
    ///
    /// The best equations come within a tenth of the measured rate in most, not all, people (Frankenfield, Roth-Yousey
    /// and Compher, J Am Diet Assoc 2005; 105: 775–789). Deviations from the planned intake widen the range further.
    static let expenditureUncertainty = 0.1

    /// Weights in kg, for today and each day after.
    let expected: [Double]
    /// The least and the greatest of the weights with the expected, a higher and a lower expenditure, in kg.
    ///
    /// In its first days, a body with a higher expenditure may lose less water, and so weigh more than expected.
    let low: [Double]
    let high: [Double]
    let settledKg: Double

    init(_ body: Body, _ target: EnergyTarget, intakeKcal: Int, soFarKcal: Double?, days: Int) {
        func model(_ share: Double) -> WeightModel {
            let start = WeightModel.Start(
                weightKg: body.weightKg,
                fatKg: BodyFat.kg(of: body),
                bmr: target.bmr * share,
                tdee: target.tdee * share,
                intakeKcal: soFarKcal
            )
            return WeightModel(start, intakeKcal: Double(intakeKcal))
        }
        let likely = model(1)
        expected = likely.weights(days: days)
        settledKg = likely.settledKg
        let (more, less) = (
            model(1 + Self.expenditureUncertainty).weights(days: days),
            model(1 - Self.expenditureUncertainty).weights(days: days)
        )
        low = zip(expected, zip(more, less)).map { min($0, $1.0, $1.1) }
        high = zip(expected, zip(more, less)).map { max($0, $1.0, $1.1) }
    }

    var startKg: Double { expected[0] }

    /// Returns the days on which a weight is reached: expected, earliest, latest; nil where it is not reached.
    func days(to weightKg: Double) -> (expected: Int?, earliest: Int?, latest: Int?) {
        let isLoss = weightKg < startKg
        func day(_ trajectory: [Double]) -> Int? {
            trajectory.firstIndex { isLoss ? $0 <= weightKg : $0 >= weightKg }
        }
        return (day(expected), day(isLoss ? low : high), day(isLoss ? high : low))
    }
}

/// Measured or estimated body fat.
enum BodyFat {
    /// Returns the mass of fat in kg: as measured, or else estimated from age, sex and BMI.
    static func kg(of body: Body) -> Double {
        body.weightKg * (body.bodyFatPercent ?? estimatedPercent(body)) / 100
    }

    /// Estimates the percentage of fat by the equations that Hall's model starts with.
    ///
    /// Source: Jackson, Stanforth et al., "The effect of sex, age and race on estimating percentage body fat from body
    /// mass index", Int J Obes 2002; 26: 789–796. The equations are not valid for an extreme BMI, so the result is
    /// clamped to the range of valid input.
    private static func estimatedPercent(_ body: Body) -> Double {
        let percent = BasalRate.bothSexes(body) { isMale in
            0.14 * Double(body.age) + (isMale ? 37.31 * log(body.bmi) - 103.94 : 39.96 * log(body.bmi) - 102.01)
        }
        let limits = BodyLimits.bodyFatPercent
        return min(max(percent, limits.lowerBound), limits.upperBound)
    }
}
