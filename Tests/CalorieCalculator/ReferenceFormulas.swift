import Contracts

/// A second implementation of the formulas, written as rows of coefficients from the tables in FORMULAS.
enum ReferenceFormulas {
    /// The expected results before rounding.
    struct Answer {
        var bmr: Double
        var tdee: Double
        var raw: Double
        var daily: Int
        var warnings: Set<CalculationWarning.Code>
    }

    /// Constant, per kg, per cm and per year, for men and women.
    private static let harrisBenedict = ([88.362, 13.397, 4.799, -5.677], [447.593, 9.247, 3.098, -4.33])
    private static let mifflin = ([5, 10, 6.25, -5], [-161, 10, 6.25, -5])
    /// By activity level, from inactive to very active.
    private static let eer: [([Double], [Double])] = [
        ([753.07, 14.1, 6.5, -10.83], [584.9, 11.71, 5.72, -7.01]),
        ([581.47, 14.94, 8.3, -10.83], [575.77, 12.14, 6.6, -7.01]),
        ([1_004.82, 15.91, 6.52, -10.83], [710.25, 12.34, 6.54, -7.01]),
        ([-517.88, 19.11, 15.61, -10.83], [511.83, 12.56, 9.07, -7.01]),
    ]
    private static let levels: [(level: ActivityLevel, factor: Double, eer: Int)] = [
        (.sedentary, 1.2, 0), (.light, 1.375, 1), (.moderate, 1.55, 2), (.intense, 1.725, 3), (.veryIntense, 1.9, 3),
    ]

    static func answer(_ request: CalculatorTarget) -> Answer? {
        guard let age = request.age, let level = levels.first(where: { $0.level == request.activityLevel }) else {
            return nil
        }
        let shareOfMan = request.sex == .male ? 1.0 : request.sex == .female ? 0 : 0.5
        let measures = [1, request.weightKg, request.heightCm, Double(age)]
        func mixed(_ rows: ([Double], [Double])) -> Double {
            let man = zip(rows.0, measures).map { $0 * $1 }.reduce(0, +)
            let woman = zip(rows.1, measures).map { $0 * $1 }.reduce(0, +)
            return shareOfMan * man + (1 - shareOfMan) * woman
        }
        let lean = request.weightKg * (100 - (request.bodyFatPercent ?? 0)) / 100
        let formula = request.formula ?? .harrisBenedict
        let bmr: [Formula: Double] = [
            .harrisBenedict: mixed(harrisBenedict), .mifflinStJeor: mixed(mifflin), .eer2023: mixed(mifflin),
            .katchMcArdle: 370 + 21.6 * lean, .cunningham: 500 + 22 * lean,
        ]
        guard let basal = bmr[formula] else { return nil }
        let tdee = formula == .eer2023 ? mixed(eer[level.eer]) : basal * level.factor
        return goalApplied(to: request, age, basal, tdee, floor: 1_200 + 300 * shareOfMan)
    }

    private static func goalApplied(
        to request: CalculatorTarget,
        _ age: Int,
        _ basal: Double,
        _ tdee: Double,
        floor: Double
    ) -> Answer {
        var answer = Answer(bmr: basal, tdee: tdee, raw: tdee, daily: 0, warnings: [])
        if request.sex == .other { answer.warnings.insert(.meanOfBothSexes) }
        let bmi = request.weightKg * 10_000 / (request.heightCm * request.heightCm)
        switch request.goal {
        case .gain: answer.raw += 500
        case .lose where age < 19: answer.warnings.insert(.noDeficitUnder19)
        case .lose where bmi < 18.5: answer.warnings.insert(.noDeficitUnderweight)
        case .lose: answer.raw -= 700
        case .keep: break
        }
        let least = floor < tdee ? floor : tdee
        if answer.raw < least { answer.warnings.insert(.raisedToFloor) }
        answer.daily = max(0, Int(answer.raw < least ? least : answer.raw))
        return answer
    }
}
