import Calendar
import Contracts
import EnergyFormulas
import SeededRandom

/// A day in a month of 31 days.
let someDay = PlainDate(dayNumber: 20_522)

/// The man of the check table: 30 years, 180 cm, 80 kg.
func someMan(_ change: (inout CalculatorTarget) -> Void = { _ in }) -> CalculatorTarget {
    var request = CalculatorTarget(
        sex: .male,
        age: 30,
        heightCm: 180,
        weightKg: 80,
        activityLevel: .sedentary,
        goal: .keep
    )
    change(&request)
    return request
}

/// The woman of the check table: 30 years, 165 cm, 65 kg.
func someWoman(_ change: (inout CalculatorTarget) -> Void = { _ in }) -> CalculatorTarget {
    var request = CalculatorTarget(
        sex: .female,
        age: 30,
        heightCm: 165,
        weightKg: 65,
        activityLevel: .sedentary,
        goal: .keep
    )
    change(&request)
    return request
}

/// Checks a request as its endpoint does, and calculates the target.
func target(_ request: CalculatorTarget, on today: PlainDate = someDay) throws(ServiceError) -> EnergyTarget {
    try TargetCalculation.target(of: request.checked(), today: today)
}

/// Returns the fields for which a request is refused; none if it succeeds.
func refusedFields(_ request: CalculatorTarget, on today: PlainDate = someDay) -> [String] {
    do {
        _ = try target(request, on: today)
        return []
    } catch {
        return error.code == .invalid ? error.details.map(\.field).sorted() : ["not invalid but \(error.code)"]
    }
}

/// Returns whether two values are equal when rounded to two decimals.
func isSame(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 0.005_001 }

extension SeededGenerator {
    /// Returns random valid input for the calculator.
    mutating func person() -> CalculatorTarget {
        var request = someMan()
        request.sex = Sex.allCases.randomElement(using: &self) ?? .other
        request.age = Int.random(in: BodyLimits.age, using: &self)
        request.heightCm = Double.random(in: BodyLimits.heightCm, using: &self)
        request.weightKg = Double.random(in: BodyLimits.weightKg, using: &self)
        request.bodyFatPercent = Double.random(in: BodyLimits.bodyFatPercent, using: &self)
        request.activityLevel = ActivityLevel.allCases.randomElement(using: &self) ?? .light
        request.goal = Goal.allCases.randomElement(using: &self) ?? .keep
        request.formula = Formula.allCases.randomElement(using: &self)
        if request.formula == .eer2023 { request.age = max(19, request.age ?? 19) }
        return request
    }
}
