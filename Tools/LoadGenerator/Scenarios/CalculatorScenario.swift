import Contracts
package import SeededRandom

/// Calculates targets for varied users.
package final class CalculatorScenario: LoadScenario {
    /// The number of distinct bodies.
    ///
    /// Repeated ones are calculated again.
    private static let bodiesMax = 4_096
    private static let ages = 18...90
    private static let heightsCm = 145...205
    private static let weightsKg = 45...140

    package let actions = ["target"]
    private var random: SeededGenerator
    private let calls: [LoadCall]

    package init(random: SeededGenerator) {
        var random = random
        calls = (0..<Self.bodiesMax).map { _ in
            LoadCall(
                CalculatorTarget.method,
                "POST",
                "/v1/calculator/target",
                action: 0,
                wholeBody: Self.body(&random)
            )
        }
        self.random = random
    }

    package func next(hour: Double?) -> LoadCall { calls[Int.random(in: calls.indices, using: &random)] }

    package func answered(_ call: LoadCall, isGood: Bool) {}

    private static func body(_ random: inout SeededGenerator) -> String {
        let sex = Sex.allCases.randomElement(using: &random)?.rawValue ?? ""
        let level = ActivityLevel.allCases.randomElement(using: &random)?.rawValue ?? ""
        let goal = Goal.allCases.randomElement(using: &random)?.rawValue ?? ""
        return """
            {"sex":"\(sex)","age":\(Int.random(in: ages, using: &random)),\
            "heightCm":\(Int.random(in: heightsCm, using: &random)),\
            "weightKg":\(Int.random(in: weightsKg, using: &random)),"activityLevel":"\(level)","goal":"\(goal)"}
            """
    }
}
