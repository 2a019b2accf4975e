package import Contracts
package import FoundationEssentials
package import Logging
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
    private let logger: Logger
    let now: @Sendable () -> Date

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - store: The diary's database.
    ///   - sources: The other services.
    ///   - logger: Told of answers that go without another service.
    ///   - now: The wall clock, which decides what "today" is.
    package init(store: Store, sources: Sources, logger: Logger, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.sources = sources
        self.logger = logger
        self.now = now
    }

    /// What is answered.
    package var endpoints: [Endpoint] {
        [.handle(DiaryExpenditure.self, expenditure), .handle(DiaryAdvice.self, advice)]
    }

    /// The caller's profile, if it can be had in a part of the time that there is.
    func profile(_ context: RequestContext) async throws -> Profile? {
        try await unlessAway("profile") { try await sources.profile(context.leavingTime) }
    }

    /// What another service answers, for an answer that can go without it.
    ///
    /// - Parameters:
    ///   - service: What the log calls it.
    ///   - question: Asks it.
    /// - Returns: Nil if it fails, of which the log tells the code alone: a sentence could say something of a person.
    /// - Throws: `CancellationError`, if nobody waits for the answer any more.
    func unlessAway<Reply>(_ service: String, _ question: () async throws -> Reply) async throws -> Reply? {
        do {
            return try await question()
        } catch {
            try Task.checkCancellation()
            let known = error as? ServiceError
            let code = known?.code.rawValue ?? "\(type(of: error))"
            // What is said of a person, such as that there is no profile yet, is no failure, and is said at each request.
            let isFailure = known.map { $0.isOfAnAbsentService || $0.code == .internalError } ?? true
            logger.log(
                level: isFailure ? .warning : .debug,
                "an insight goes without another service",
                metadata: ["service": "\(service)", "error": "\(code)"]
            )
            return nil
        }
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
