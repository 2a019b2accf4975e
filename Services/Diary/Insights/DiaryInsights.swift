package import Contracts
package import FoundationEssentials
package import Logging
package import MessageBus
package import Storage

/// Insights into a diary: the estimated expenditure and advice.
///
/// The profile service and the calculator supply what the diary does not know. Without them, the answer omits what
/// depends on them.
package struct DiaryInsights: Sendable {
    /// The other services.
    package struct Sources: Sendable {
        let profile: @Sendable (RequestContext) async throws -> Profile
        let target: @Sendable (CalculatorTarget, RequestContext) async throws -> EnergyTarget

        /// Creates the sources.
        ///
        /// - Parameters:
        ///   - profile: Fetches the caller's profile.
        ///   - target: Requests a target from a calculator.
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

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - store: The diary's database.
    ///   - sources: The other services.
    ///   - logger: Receives a line for each answer without another service.
    ///   - now: The wall clock, which decides what "today" is.
    package init(store: Store, sources: Sources, logger: Logger, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.sources = sources
        self.logger = logger
        self.now = now
    }

    /// The endpoints of insights.
    package var endpoints: [Endpoint] {
        [.handle(DiaryExpenditure.self, expenditure), .handle(DiaryAdvice.self, advice)]
    }

    /// Returns the caller's profile, if it arrives within half of the remaining time.
    func profile(_ context: RequestContext) async throws -> Profile? {
        try await nilIfUnavailable("profile") { try await sources.profile(context.withHalfOfTimeLeft) }
    }

    /// Returns the answer of another service, or nil if it fails.
    ///
    /// - Parameters:
    ///   - service: The service's name in the log.
    ///   - question: Calls the service.
    /// - Returns: Nil on failure. The log has only the error code, because a message could contain personal data.
    /// - Throws: `CancellationError` if the caller has stopped waiting.
    func nilIfUnavailable<Reply>(_ service: String, _ question: () async throws -> Reply) async throws -> Reply? {
        do {
            return try await question()
        } catch {
            try Task.checkCancellation()
            let known = error as? ServiceError
            let code = known?.code.rawValue ?? "\(type(of: error))"
            // Answers about the user, such as a missing profile, are no failures, and repeat with every request.
            let isFailure = known.map { $0.meansServiceUnavailable || $0.code == .internalError } ?? true
            logger.log(
                level: isFailure ? .warning : .debug,
                "insight computed without another service",
                metadata: ["service": "\(service)", "error": "\(code)"]
            )
            return nil
        }
    }
}

extension DiaryInsights.Sources {
    /// Asks the other services over the bus.
    init(_ bus: MessageBus) {
        self.init(
            profile: { try await bus.call(ProfileGet(), $0) },
            target: { try await bus.call($0, $1) }
        )
    }
}
