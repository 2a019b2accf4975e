package import Contracts
package import FoundationEssentials
package import Logging
import ServiceKit
import ServiceLifecycle
package import Storage

/// Works out the targets that are pending: at once when somebody asks, and by itself until none is left, so that a
/// target appears as soon as the calculator is back.
package struct TargetKeeper: Service {
    /// Asks the calculator.
    package typealias Calculate = @Sendable (CalculatorTarget, RequestContext) async throws -> EnergyTarget

    /// How often pending targets are looked for without being told.
    private static let interval = Duration.seconds(1)
    /// Targets that are worked out at once: enough to share commits, few enough for calculators to have room for others.
    private static let batchMax = 32

    let calculate: Calculate
    let logger: Logger
    private let store: Store
    private let now: @Sendable () -> Date
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// Makes a keeper.
    ///
    /// - Parameters:
    ///   - store: The profile service's database.
    ///   - logger: Where it is noted what could not be worked out.
    ///   - now: The wall clock.
    ///   - calculate: How to ask the calculator.
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
        (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Has pending targets looked for soon.
    package func wake() { waker.yield() }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil { wake() }
                    waker.finish()
                }
                for await _ in wakes {
                    while await workOutBatch() {}
                }
            }
        }
    }

    /// Works out a user's target if it is pending; what stands in the way is noted and tried again later.
    ///
    /// - Returns: Whether the target is pending no longer.
    @discardableResult
    package func tryToWorkOut(_ user: UserID, _ context: RequestContext) async -> Bool {
        do {
            try await workOut(user, context)
            return true
        } catch {
            logger.debug("a target is still pending", metadata: ["user": "\(user)", "error": "\(error)"])
            return false
        }
    }

    /// Works out the first pending targets; true when all are done and there may be more.
    private func workOutBatch() async -> Bool {
        do {
            // Read on the writer's queue, hence after the commit of the event that woke this.
            let users = try await store.write { try $0.reader.usersWithPendingTarget(limit: Self.batchMax) }
            let done = await withTaskGroup { group in
                for user in users { group.addTask { await tryToWorkOut(user, .own()) } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            return done == Self.batchMax
        } catch {
            logger.failure("pending targets could not be read", error)
            return false
        }
    }

    private func workOut(_ user: UserID, _ context: RequestContext) async throws {
        guard let row = try await store.read({ try $0.profile(of: user) }), row.isTargetPending else { return }
        var calculated: EnergyTarget?
        if let calculation = row.fields.calculation {
            do {
                calculated = try await calculate(calculation, context)
            } catch let error as ServiceError where error.code == .invalid {
                // These fields can never have a target; the next change of them decides anew.
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
            try transaction.keep(target, goal: current.fields.goal, from: current.fields.today(moment), of: user)
        }
    }
}
