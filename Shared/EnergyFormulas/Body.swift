import Calendar
import Contracts

/// The validated inputs of the equations.
struct Body {
    let sex: Sex
    /// Full years.
    let age: Int
    let heightCm: Double
    let weightKg: Double
    let bodyFatPercent: Double?

    /// Weight over height squared, kg/m² (Quetelet).
    var bmi: Double {
        let heightM = heightCm / 100
        return weightKg / (heightM * heightM)
    }

    /// Weight without fat, in kg; nil if the body fat is unknown.
    var leanMassKg: Double? {
        bodyFatPercent.map { weightKg * (1 - $0 / 100) }
    }

    /// - Throws: `invalid` with every field that is out of range, missing or given twice.
    init(_ request: CalculatorTarget, today: PlainDate) throws(ServiceError) {
        var checker = RuleChecker()
        let age = Self.check(request, today: today, &checker)
        try checker.finish()
        sex = request.sex
        self.age = age ?? BodyLimits.age.lowerBound
        heightCm = request.heightCm
        weightKg = request.weightKg
        bodyFatPercent = request.bodyFatPercent
    }

    /// Records every field that is out of range, missing or given twice.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - today: The day on which the age is determined from a birth date.
    ///   - checker: Collects the errors.
    /// - Returns: The age in full years; nil if none is given.
    @discardableResult
    static func check(_ request: CalculatorTarget, today: PlainDate, _ checker: inout RuleChecker) -> Int? {
        let ages = [request.age, request.birthDate?.fullYears(until: today)].compactMap(\.self)
        for field in ["age", "birthDate"] {
            let message = "Give either age or birthDate."
            checker.require(ages.count == 1, field, ages.isEmpty ? .missing : .notAllowed, message)
        }
        checker.require(request.age, in: BodyLimits.age, "age")
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
        checker.require(request.heightCm, in: BodyLimits.heightCm, "heightCm")
        checker.require(request.weightKg, in: BodyLimits.weightKg, "weightKg")
        checker.require(request.bodyFatPercent, in: BodyLimits.bodyFatPercent, "bodyFatPercent")
        checker.require(request.tdeeKcal, in: BodyLimits.tdeeKcal, "tdeeKcal")
        checkFormula(request, age: ages.first, &checker)
        return ages.first
    }

    private static func checkFormula(_ request: CalculatorTarget, age: Int?, _ checker: inout RuleChecker) {
        switch request.formula {
        case .katchMcArdle, .cunningham:
            let message = "bodyFatPercent is needed for this formula."
            checker.require(request.bodyFatPercent != nil, "bodyFatPercent", .missing, message)
        case .eer2023:
            let min = TargetCalculation.adultAge
            let message = "The formula eer2023 is valid from \(min) years."
            checker.require((age ?? min) >= min, "formula", .notAllowed, message, ["min": "\(min)"])
        case .harrisBenedict, .mifflinStJeor, nil: return
        }
    }
}

/// Categories of the body-mass index.
enum BodyMassIndex {
    /// Returns the category of an adult's index by the World Health Organization.
    static func category(_ bmi: Double) -> BMICategory {
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
