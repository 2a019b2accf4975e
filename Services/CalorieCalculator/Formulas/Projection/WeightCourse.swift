import Contracts

/// A projected course of the weight: the expected one and its plausible range.
struct WeightCourse {
    /// The relative error assumed for the expenditure of an equation.
    ///
    /// The best equations come within a tenth of the measured rate in most, not all, people (Frankenfield, Roth-Yousey
    /// and Compher, J Am Diet Assoc 2005; 105: 775–789). Deviations from the planned intake widen the range further.
    static let expenditureUncertainty = 0.1

    /// Weights in kg, for today and each day after.
    let expected: [Double]
    /// Weights in kg with a higher, and with a lower expenditure than expected.
    let low: [Double]
    let high: [Double]
    let settledKg: Double

    init(_ body: Body, _ target: EnergyTarget, intakeKcal: Int, days: Int) {
        func model(_ share: Double) -> WeightModel {
            let start = WeightModel.Start(
                weightKg: body.weightKg,
                fatKg: BodyFat.kg(of: body),
                bmr: target.bmr * share,
                tdee: target.tdee * share
            )
            return WeightModel(start, intakeKcal: Double(intakeKcal))
        }
        let likely = model(1)
        expected = likely.weights(days: days)
        settledKg = likely.settledKg
        low = model(1 + Self.expenditureUncertainty).weights(days: days)
        high = model(1 - Self.expenditureUncertainty).weights(days: days)
    }

    var startKg: Double { expected[0] }

    /// Returns the days on which a weight is reached: expected, earliest, latest; nil where it is not reached.
    func days(to weightKg: Double) -> (expected: Int?, earliest: Int?, latest: Int?) {
        let isLoss = weightKg < startKg
        func day(_ course: [Double]) -> Int? {
            course.firstIndex { isLoss ? $0 <= weightKg : $0 >= weightKg }
        }
        return (day(expected), day(isLoss ? low : high), day(isLoss ? high : low))
    }
}
