package import Contracts
import MealPlanning
import Threading

/// Calculates menus on its own threads, so that they do not block the cooperative pool of the other methods.
package struct PlanExecutor: Sendable {
    /// Time reserved for encoding and sending the reply, in milliseconds.
    private static let replyMarginMilliseconds = 100
    /// The maximum of the setting `bulk.capacity`.
    ///
    /// The broker limits concurrent requests, so none waits here.
    private static let maximumThreads = 1_000

    private let threads = BlockingThreadPool(
        threadsMax: maximumThreads,
        waitingMax: 0,
        overloaded: "Too many menus are being calculated. Try again in a moment."
    )

    package init() {}

    /// Calculates a menu.
    ///
    /// The broker limits how many run at once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The deadline of the reply.
    /// - Returns: The menu.
    /// - Throws: See ``PlanCalculation/plan(_:_:)`` and ``BlockingThreadPool/run(before:_:)``.
    package func plan(_ request: CalculatorPlan, before deadline: Deadline) async throws -> MealPlan {
        let time = SearchTime(until: .after(milliseconds: deadline.millisecondsLeft - Self.replyMarginMilliseconds))
        return try await withTaskCancellationHandler {
            try await run(before: deadline) { try PlanCalculation.plan(request, time) }
        } onCancel: {
            time.cancel()
        }
    }

    /// Runs a processor-bound body on an own thread.
    ///
    /// - Parameters:
    ///   - deadline: The time after which the body is not started.
    ///   - body: The work; it may block its thread.
    /// - Returns: The result of the body.
    /// - Throws: See ``BlockingThreadPool/run(before:_:)``.
    package func run<Value: Sendable>(
        before deadline: Deadline,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await threads.run(before: deadline, body)
    }
}
