package import Contracts
package import FoundationEssentials
package import Messaging
package import Storage

/// What a diary says about its owner: what they spend, and what would help them.
///
/// The profile and the calculator are asked for what the diary does not know; without them, the rest is answered.
package struct DiaryInsights: Sendable {
    /// The other services.
    package struct Sources: Sendable {
        let profile: @Sendable (RequestContext) async throws -> Profile
        let target: @Sendable (CalculatorTarget, RequestContext) async throws -> EnergyTarget

        /// Makes the sources.
        ///
        /// - Parameters:
        ///   - profile: Asks for the caller's profile.
        ///   - target: Asks a calculator for a target.
        package init(
            profile: @escaping @Sendable (RequestContext) async throws -> Profile,
            target: @escaping @Sendable (CalculatorTarget, RequestContext) async throws -> EnergyTarget
        ) {
            self.profile = profile
            self.target = target
        }
    }

    let store: Store
    let sources: Sources
    let now: @Sendable () -> Date

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - store: The diary's database.
    ///   - sources: The other services.
    ///   - now: The wall clock, which decides what "today" is.
    package init(store: Store, sources: Sources, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.sources = sources
        self.now = now
    }

    /// What is answered.
    package var endpoints: [Endpoint] {
        [.handle(DiaryExpenditure.self, expenditure), .handle(DiaryAdvice.self, advice)]
    }

    /// The caller's profile, if it can be had in a part of the time that there is.
    func profile(_ context: RequestContext) async throws -> Profile? {
        let profile = try? await sources.profile(context.leavingTime)
        try Task.checkCancellation()
        return profile
    }
}

extension RequestContext {
    /// The same request with half of its time, for a question whose answer the request can do without.
    var leavingTime: RequestContext {
        RequestContext(
            id: id,
            principal: principal,
            idempotencyKey: idempotencyKey,
            deadline: .after(milliseconds: deadline.millisecondsLeft / 2),
            traceparent: traceparent
        )
    }
}
