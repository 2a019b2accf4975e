package import Contracts
package import FoundationEssentials
package import Logging
import Observability
import ServiceKit
import ServiceLifecycle
package import Storage

/// Calculates pending targets: on request, and in the background until none is left.
///
/// A target therefore appears as soon as the calculator is available again.
package struct PendingTargetWorker: Service {
    /// Calls the calculator.
    package typealias Calculate = @Sendable (CalculatorTarget, RequestContext) async throws -> EnergyTarget

    /// Pause before targets that could not be calculated are tried again; the calculator may be starting.
    private static let retryInterval = Duration.seconds(1)
    /// Maximum number of concurrent calculations.
    ///
    /// Enough to share commits; few enough to leave the calculators capacity for other requests.
    private static let maximumBatchSize = 32

    let calculate: Calculate
    let logger: Logger
    private let store: Store
    private let now: @Sendable () -> Date
    private let wakeUps: AsyncStream<Void>
    private let wakeUpContinuation: AsyncStream<Void>.Continuation

    /// Creates the worker.
    ///
    /// - Parameters:
    ///   - store: The profile service's database.
    ///   - logger: Logs failed calculations.
    ///   - now: The wall clock.
    ///   - calculate: Calls the calculator.
    package init(
        store: Store,
        logger: Logger,
        now: @escaping @Sendable () -> Date,
        calculate: @escaping Calculate
    ) {
        self.store = store
        self.logger = logger
        self.now = now
        self.calculate = calculate
        (wakeUps, wakeUpContinuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Schedules a check for pending targets; calls before it runs are merged.
    package func wake() { wakeUpContinuation.yield() }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            // Targets that were pending when the process ended. Each later one comes with a wake-up.
            wake()
            for await _ in wakeUps {
                while true {
                    let result = await calculateBatch()
                    if result == .none { break }
                    // The only error is that of a cancelled sleep: the process ends, and the next start tries again.
                    if result == .failed, (try? await Task.sleep(for: Self.retryInterval)) == nil { break }
                }
            }
        }
    }

    /// Calculates a user's target if it is pending; logs a failure, which is retried later.
    ///
    /// - Returns: Whether the target is no longer pending.
    @discardableResult
    package func tryToCalculate(_ user: UserID, _ context: RequestContext) async -> Bool {
        do {
            try await calculateTarget(user, context)
            return true
        } catch {
            logger.debug("a target is still pending", metadata: ["user": "\(user)", "error": "\(error)"])
            return false
        }
    }

    private enum BatchResult {
        /// No target is pending.
        case none
        /// All succeeded, and there may be more.
        case more
        case failed
    }

    /// Calculates a batch of pending targets.
    private func calculateBatch() async -> BatchResult {
        do {
            // Reads on the writer's queue, hence after the commit of the event that caused the wake-up.
            let users = try await store.write { try $0.reader.usersWithPendingTarget(limit: Self.maximumBatchSize) }
            let done = await withTaskGroup { group in
                for user in users { group.addTask { await tryToCalculate(user, .own()) } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            return users.isEmpty ? .none : done == users.count ? .more : .failed
        } catch {
            logger.failure("pending targets could not be read", error)
            return .failed
        }
    }

    private func calculateTarget(_ user: UserID, _ context: RequestContext) async throws {
        guard let row = try await store.read({ try $0.profile(of: user) }), row.isTargetPending else { return }
        var calculated: EnergyTarget?
        if let calculation = row.fields.calculation {
            do {
                calculated = try await calculate(calculation, context)
            } catch let error as ServiceError where error.code == .invalid {
                // These fields have no valid target; the next change of them starts a new calculation.
                logger.notice("no target for these fields", metadata: ["user": "\(user)", "error": "\(error)"])
            }
        }
        let (moment, target) = (now(), calculated)
        _ = try await store.write(context) { transaction in
            guard var current = try transaction.reader.profile(of: user), current.version == row.version else { return }
            current.isTargetPending = false
            current.calculated = target
            try transaction.update(current)
            guard let target else { return }
            try transaction.store(target, goal: current.fields.goal, from: current.fields.today(moment), of: user)
        }
    }
}
