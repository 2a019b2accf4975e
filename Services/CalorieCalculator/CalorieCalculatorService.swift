import Calendar
import Contracts
import EnergyFormulas
import MealPlanning
import MessageBus

#if canImport(Glibc)
import Glibc
#endif

/// The calculator's methods.
///
/// It has no state, so any number of instances may run.
struct CalorieCalculatorService: Sendable {
    let today: @Sendable () -> PlainDate
    private let planExecutor = PlanExecutor()

    init(today: @escaping @Sendable () -> PlainDate) {
        self.today = today
    }

    var endpoints: [Endpoint] {
        [
            .inline(CalculatorTarget.self) { request, _ in
                try TargetCalculation.target(of: request, today: today())
            },
            // Takes 1 ms for five years: too much for the socket thread, too little for a queue of its own.
            .handle(CalculatorProjection.self) { request, _ in
                try ProjectionCalculation.projection(of: request, today: today())
            },
            // Takes some milliseconds for hundreds of foods.
            .handle(CalculatorAlternatives.self) { request, _ in
                try DishAlternatives.alternatives(to: request)
            },
        ]
    }

    /// The method that takes long.
    var bulkEndpoints: [Endpoint] {
        [
            .handle(CalculatorTargets.self) { request, _ in
                try TargetCalculation.targets(of: request, today: today())
            }
        ]
    }

    /// The method that takes longest.
    var planEndpoints: [Endpoint] {
        [
            .handle(CalculatorPlan.self) { request, context in
                try await planExecutor.plan(request, before: context.deadline)
            }
        ]
    }
}

/// The date in UTC by the system clock.
///
/// A target needs it only for the length of the month and for ages.
enum SystemDate {
    private static let secondsPerDay = 86_400

    @Sendable
    static func today() -> PlainDate { PlainDate(dayNumber: time(nil) / secondsPerDay) }
}
