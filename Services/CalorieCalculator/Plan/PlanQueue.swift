package import Contracts
import Dispatch

/// Makes menus on threads of its own: never on the cooperative pool, where the other methods would wait for them.
package struct PlanQueue: Sendable {
    /// What is left of a request's time for writing and sending the answer, in milliseconds.
    private static let answerMs = 100

    package init() {}

    /// Makes a menu; the broker bounds how many at once.
    ///
    /// - Parameters:
    ///   - request: What to plan.
    ///   - deadline: By when the answer must be there.
    /// - Returns: The menu.
    /// - Throws: See ``PlanCalculation/plan(_:_:)``.
    package func plan(_ request: CalculatorPlan, before deadline: Deadline) async throws -> MealPlan {
        let time = SearchTime(until: .after(milliseconds: deadline.millisecondsLeft - Self.answerMs))
        return try await withTaskCancellationHandler {
            try await run { try PlanCalculation.plan(request, time) }
        } onCancel: {
            time.cancel()
        }
    }

    /// Runs what keeps a processor busy.
    ///
    /// On a serial queue for each: what a concurrent one runs counts among the threads, one for each processor, that tasks
    /// of Swift run on, too, so that as many menus as there are processors would stop everything else.
    ///
    /// - Parameter body: May block its thread.
    /// - Returns: What it returns.
    /// - Throws: What it throws.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "calculator.plan").async {
                continuation.resume(with: Result { try body() })
            }
        }
    }
}
