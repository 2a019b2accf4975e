import Contracts
import EnergyFormulas
import MealPlanning
import Messaging

#if canImport(Glibc)
import Glibc
#endif

/// The calculator keeps no state: start as many as the load asks for.
struct CalculatorService: Sendable {
    let today: @Sendable () -> PlainDate
    private let plans = PlanQueue()

    init(today: @escaping @Sendable () -> PlainDate) {
        self.today = today
    }

    var endpoints: [Endpoint] {
        [
            .light(CalculatorTarget.self) { request, _ in
                try TargetCalculation.target(of: request, today: today())
            },
            // A millisecond for five years: too much for the socket thread, too little for a queue of its own.
            .handle(CalculatorProjection.self) { request, _ in
                try ProjectionCalculation.projection(of: request, today: today())
            },
        ]
    }

    /// What takes long.
    var heavyEndpoints: [Endpoint] {
        [
            .handle(CalculatorTargets.self) { request, _ in
                try TargetCalculation.targets(of: request, today: today())
            }
        ]
    }

    /// What takes longest.
    var planEndpoints: [Endpoint] {
        [
            .handle(CalculatorPlan.self) { request, context in
                try await plans.plan(request, before: context.deadline)
            }
        ]
    }
}

/// The day by the system's clock, in UTC: a target needs it for the length of the month and for ages only.
enum SystemDate {
    private static let secondsPerDay = 86_400

    @Sendable
    static func today() -> PlainDate { PlainDate(dayNumber: time(nil) / secondsPerDay) }
}
