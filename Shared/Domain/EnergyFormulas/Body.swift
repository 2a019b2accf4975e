import Calendar
package import Contracts

/// The inputs of the equations.
struct Body {
    let sex: Sex
    /// Full years.
    let age: Int
    let heightCm: Double
    let weightKg: Double
    let bodyFatPercent: Double?

    /// The body-mass index, in kg/m².
    var bmi: Double { BodyMassIndex.value(heightCm: heightCm, weightKg: weightKg) }

    /// Weight without fat, in kg; nil if the body fat is unknown.
    var leanMassKg: Double? {
        bodyFatPercent.map { weightKg * (1 - $0 / 100) }
    }

    /// - Parameters:
    ///   - request: A request that satisfies the rules of its contract.
    ///   - today: The day on which the age is determined from a birth date.
    /// - Throws: `invalid` for an age that the birth date gives or the formula does not cover.
    init(_ request: CalculatorTarget, today: PlainDate) throws(ServiceError) {
        var checker = RuleChecker()
        let age = Self.checkAge(request, today: today, &checker)
        try checker.finish()
        sex = request.sex
        self.age = age ?? BodyLimits.age.lowerBound
        heightCm = request.heightCm
        weightKg = request.weightKg
        bodyFatPercent = request.bodyFatPercent
    }

    /// Records an age that the birth date gives or the formula does not cover: rules without a day cannot check that.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - today: The day on which the age is determined from a birth date.
    ///   - checker: Collects the errors.
    /// - Returns: The age in full years; nil if none is given.
    @discardableResult
    static func checkAge(_ request: CalculatorTarget, today: PlainDate, _ checker: inout RuleChecker) -> Int? {
        if let birthDate = request.birthDate {
            let (min, max) = (BodyLimits.age.lowerBound, BodyLimits.age.upperBound)
            checker.require(
                BodyLimits.age.contains(birthDate.fullYears(until: today)),
                "birthDate",
                .outOfRange,
                "birthDate must give an age from \(min) to \(max) years.",
                ["min": "\(min)", "max": "\(max)"]
            )
        }
        let age = request.age ?? request.birthDate?.fullYears(until: today)
        if request.formula == .eer2023 {
            let min = TargetCalculation.adultAge
            let message = "The formula eer2023 is valid from \(min) years."
            checker.require((age ?? min) >= min, "formula", .notAllowed, message, ["min": "\(min)"])
        }
        return age
    }
}

/// The body-mass index and its categories.
package enum BodyMassIndex {
    /// Returns weight over height squared, in kg/m² (Quetelet).
    package static func value(heightCm: Double, weightKg: Double) -> Double {
        let heightM = heightCm / 100
        return weightKg / (heightM * heightM)
    }

    /// Returns the index with one decimal, as replies have it.
    package static func shown(_ bmi: Double) -> Double { TargetCalculation.rounded(bmi, 10) }

    /// Returns the category of an unrounded index by the World Health Organization; nil for an age under 19 years.
    package static func category(_ bmi: Double, age: Int) -> BMICategory? {
        age < TargetCalculation.adultAge ? nil : adultCategory(bmi)
    }

    private static func adultCategory(_ bmi: Double) -> BMICategory {
        switch bmi {
        case ..<18.5: .underweight
        case ..<25: .normal
        case ..<30: .overweight
        case ..<35: .obesity1
        case ..<40: .obesity2
        default: .obesity3
        }
    }
}
