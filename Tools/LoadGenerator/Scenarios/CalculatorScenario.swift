import Contracts
package import SeededRandom

/// Calculates targets for varied users.
package final class CalculatorScenario: LoadScenario {
    /// The number of distinct requests.
    ///
    /// Repeated ones are calculated again.
    private static let requestsMax = 4_096
    private static let ages = 18...90
    private static let heightsCm = 145...205
    private static let weightsKg = 45...140

    package let actions = ["target"]
    private var random: SeededGenerator
    private let calls: [LoadCall]

    package init(random: SeededGenerator) {
        var random = random
        calls = (0..<Self.requestsMax).map { _ in LoadCall(Self.request(&random), action: 0) }
        self.random = random
    }

    package func next(hour: Double?) -> LoadCall { calls[Int.random(in: calls.indices, using: &random)] }

    package func answered(_ call: LoadCall, isGood: Bool) {}

    private static func request(_ random: inout SeededGenerator) -> CalculatorTarget {
        let sex = Sex.allCases.randomElement(using: &random) ?? .female
        let level = ActivityLevel.allCases.randomElement(using: &random) ?? .light
        let goal = Goal.allCases.randomElement(using: &random) ?? .keep
        return CalculatorTarget(
            sex: sex,
            age: Int.random(in: ages, using: &random),
            heightCm: Double(Int.random(in: heightsCm, using: &random)),
            weightKg: Double(Int.random(in: weightsKg, using: &random)),
            activityLevel: level,
            goal: goal
        )
    }
}
