import Contracts
import Logging

/// Where security events are noted: a line each, under the label `security`, with a stable code.
struct SecurityLog: Sendable {
    let logger: Logger

    /// Notes an event that has taken place, after its transaction.
    func note(_ event: SecurityEvent, _ context: RequestContext? = nil, _ client: NetworkClient? = nil) {
        var metadata = event.metadata
        metadata["code"] = "\(event.code)"
        if let client { metadata["client"] = "\(client.text)" }
        if let context { metadata["request"] = "\(context.id)" }
        logger.log(level: event.level, event.message, metadata: metadata)
    }

    /// Notes that sessions were ended, if any was.
    func noteEnded(_ count: Int, of user: UserID, _ reason: SessionEndReason, _ context: RequestContext) {
        if count > 0 { note(.sessionsEnded(user: user, count: count, reason: reason), context) }
    }
}
