import Logging
import Observability
import ServiceKit

/// Counts refused and ended connections, and logs at most one line a second about them.
final class Rejections {
    /// The reason why a connection is refused or ended; the label of a metric.
    enum Reason: String, CaseIterable {
        /// The key is not in the list of peers.
        case key
        /// Too many handshakes are in progress, or were begun recently.
        case handshakes
        /// The connection ended or timed out before its opening frame.
        case unfinished
        /// The maximum number of connections is reached.
        case limit
        /// The system has no descriptor left.
        case descriptors
        /// The user of a local process may not connect.
        case user
        /// The peer violates the protocol.
        case `protocol`
        /// The broker or the far bridge cannot be reached.
        case unreachable
    }

    private var log: RejectionLog
    private(set) var counts: [Reason: Int] = [:]
    /// The number of connections that ended because a frame was missing, repeated or out of order.
    private(set) var gaps = 0

    init(_ logger: Logger) { log = RejectionLog(logger) }

    func record(_ reason: Reason, _ text: String, count: Int = 1) {
        counts[reason, default: 0] += count
        for _ in 0..<count { log.record(text) }
    }

    /// Counts a violation of the protocol, and records the text for the log.
    func record(_ violation: BridgeViolation, _ text: String) {
        if case .gap = violation { gaps += 1 }
        record(.protocol, text)
    }

    /// Logs the recorded texts; call it once a second.
    func flush() { log.flush() }
}

/// Logs why a broker or bridge is unavailable: at most one line a second, and none for the same reason in a row.
struct UnavailabilityLog {
    private let logger: Logger
    private var reason: String?
    private var loggedReason: String?

    init(_ logger: Logger) { self.logger = logger }

    mutating func record(_ reason: String) { self.reason = reason }

    /// Clears the reasons, after the broker or bridge has become available.
    mutating func reset() { (reason, loggedReason) = (nil, nil) }

    /// Logs the last reason if it differs from the previous one; call it once a second.
    mutating func flush(_ message: Logger.Message) {
        guard let reason, reason != loggedReason else { return }
        loggedReason = reason
        logger.warning(message, metadata: ["reason": "\(reason)"])
    }
}
