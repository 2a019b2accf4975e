import Contracts

/// A projected course: what is expected, and what is plausible besides.
struct WeightCourse {
    /// How far an equation's expenditure may be off.
    ///
    /// The best equations come within a tenth of the measured rate in most people, if not in all (Frankenfield, Roth-Yousey
    /// and Compher, J Am Diet Assoc 2005; 105: 775–789). What people eat beside their plan widens this further.
    static let expenditureUncertainty = 0.1

    /// Weights in kg of today and each day after.
    let expected: [Double]
    /// The same where more is spent than expected, and less.
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

    /// The days on which a weight is reached: expected, at the earliest, at the latest; nil for those that are not.
    func days(to weightKg: Double) -> (expected: Int?, earliest: Int?, latest: Int?) {
        let isLoss = weightKg < startKg
        func day(_ course: [Double]) -> Int? {
            course.firstIndex { isLoss ? $0 <= weightKg : $0 >= weightKg }
        }
        return (day(expected), day(isLoss ? low : high), day(isLoss ? high : low))
    }
}
