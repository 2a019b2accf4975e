import Contracts
import Logging

/// Logs security events: one line each, under the label `security`, with a stable code.
struct SecurityLog: Sendable {
    let logger: Logger

    /// Logs an event; call it after the transaction of the event.
    func record(_ event: SecurityEvent, _ context: RequestContext? = nil, _ client: NetworkClient? = nil) {
        var metadata = event.metadata
        metadata["code"] = "\(event.code)"
        if let client { metadata["client"] = "\(client.text)" }
        if let context { metadata["request"] = "\(context.id)" }
        logger.log(level: event.level, event.message, metadata: metadata)
    }

    /// Logs that sessions were ended, if the count is not zero.
    func recordEnded(_ count: Int, of user: UserID, _ reason: SessionEndReason, _ context: RequestContext) {
        if count > 0 { record(.sessionsEnded(user: user, count: count, reason: reason), context) }
    }
}
