package import Contracts
import Messaging

/// Makes menus on threads of its own: never on the cooperative pool, where the other methods would wait for them.
package struct PlanQueue: Sendable {
    /// What is left of a request's time for writing and sending the answer, in milliseconds.
    private static let answerMs = 100
    /// The most that `heavy.capacity` allows; how many it is at once, the broker bounds, and none ever waits here.
    private static let threadsMax = 1_000

    private let threads = BusyThreads(
        threadsMax: threadsMax,
        waitingMax: 0,
        overloaded: "Too many menus are being made; try again in a moment."
    )

    package init() {}

    /// Makes a menu; the broker bounds how many at once.
    ///
    /// - Parameters:
    ///   - request: What to plan.
    ///   - deadline: By when the answer must be there.
    /// - Returns: The menu.
    /// - Throws: See ``PlanCalculation/plan(_:_:)`` and ``BusyThreads/run(before:_:)``.
    package func plan(_ request: CalculatorPlan, before deadline: Deadline) async throws -> MealPlan {
        let time = SearchTime(until: .after(milliseconds: deadline.millisecondsLeft - Self.answerMs))
        return try await withTaskCancellationHandler {
            try await run(before: deadline) { try PlanCalculation.plan(request, time) }
        } onCancel: {
            time.cancel()
        }
    }

    /// Runs what keeps a processor busy.
    ///
    /// - Parameters:
    ///   - deadline: After which it is not begun any more.
    ///   - body: May block its thread.
    /// - Returns: What it returns.
    /// - Throws: See ``BusyThreads/run(before:_:)``.
    package func run<Value: Sendable>(
        before deadline: Deadline,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await threads.run(before: deadline, body)
    }
}
