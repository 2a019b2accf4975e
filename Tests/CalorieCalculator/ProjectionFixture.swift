import Contracts
import EnergyFormulas
import SeededRandom

/// Checks a request as its endpoint does, and calculates the projection.
func projection(
    _ person: CalculatorTarget,
    days: Int = 365,
    goalWeightKg: Double? = nil,
    intakeKcal: Int? = nil,
    soFarKcal: Int? = nil
) throws(ServiceError) -> WeightProjection {
    let request = CalculatorProjection(
        person,
        days: days,
        goalWeightKg: goalWeightKg,
        intakeKcal: intakeKcal,
        intakeSoFarKcal: soFarKcal
    )
    return try ProjectionCalculation.projection(of: request.checked(), today: someDay)
}

/// Returns the fields for which a projection is refused; none if it succeeds.
func refusedProjectionFields(
    _ person: CalculatorTarget,
    days: Int = 365,
    goalWeightKg: Double? = nil,
    intakeKcal: Int? = nil,
    soFarKcal: Int? = nil
) -> [String] {
    do {
        _ = try projection(
            person,
            days: days,
            goalWeightKg: goalWeightKg,
            intakeKcal: intakeKcal,
            soFarKcal: soFarKcal
        )
        return []
    } catch {
        return error.code == .invalid ? error.details.map(\.field).sorted() : ["not invalid but \(error.code)"]
    }
}

/// An overweight man: 40 years, 180 cm, 100 kg.
func heavyMan(_ change: (inout CalculatorTarget) -> Void = { _ in }) -> CalculatorTarget {
    someMan {
        $0.age = 40
        $0.weightKg = 100
        $0.goal = .lose
        $0.activityLevel = .light
        change(&$0)
    }
}

extension SeededGenerator {
    /// Returns a random adult with the inputs of the model.
    mutating func start() -> (start: WeightModel.Start, intakeKcal: Double) {
        let weightKg = Double.random(in: 45...160, using: &self)
        let bmr = Double.random(in: 1_100...2_400, using: &self)
        let tdee = bmr * Double.random(in: 1.2...2.2, using: &self)
        let fatKg = weightKg * Double.random(in: 0.08...0.5, using: &self)
        let start = WeightModel.Start(weightKg: weightKg, fatKg: fatKg, bmr: bmr, tdee: tdee)
        return (start, tdee + Double.random(in: -800...800, using: &self))
    }
}
