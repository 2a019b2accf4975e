import Contracts
import Logging
import Messaging

/// Asks the profile service what a target still lacks.
enum MissingFields {
    /// Signing in does not wait longer for what is only a convenience.
    private static let timeoutMs = 500

    /// Nil when the profile service does not answer in time.
    static func ask(_ bus: MessageBus, for principal: Principal, within context: RequestContext) async -> [String]? {
        let question = RequestContext(
            id: .make(),
            principal: principal,
            idempotencyKey: nil,
            deadline: min(context.deadline, .after(milliseconds: timeoutMs)),
            traceparent: context.traceparent
        )
        do {
            return try await bus.call(ProfileMissing(), question).missing
        } catch {
            bus.logger.debug(
                "the profile service could not say what a profile lacks",
                metadata: ["request": "\(context.id)", "error": "\(error)"]
            )
            return nil
        }
    }
}
