import Logging
import ServiceKit

/// Counts what the bridge refuses and ends, and writes one line of log a second about it at most.
final class Rejections {
    /// Why a connection is refused or ended; the label of a metric.
    enum Reason: String, CaseIterable {
        /// The list of peers does not have its key.
        case key
        /// Too many handshakes are under way.
        case handshakes
        /// It ended, or took too long, before its opening frame.
        case unfinished
        /// Its key has as many connections as it may.
        case limit
        /// The system gives no descriptor.
        case descriptors
        /// The user of a local process may not connect.
        case user
        /// It does not keep to the protocol of bridges.
        case `protocol`
        /// The broker or the far bridge cannot be connected to.
        case unreachable
    }

    private var log: RejectionLog
    private(set) var counts: [Reason: Int] = [:]
    /// Connections that ended because a frame was missing, doubled or out of order.
    private(set) var gaps = 0

    init(_ logger: Logger) { log = RejectionLog(logger) }

    func record(_ reason: Reason, _ text: String) {
        counts[reason, default: 0] += 1
        log.record(text)
    }

    /// Counts a broken rule that ends a connection, and keeps the text for the log.
    func record(_ violation: BridgeViolation, _ text: String) {
        if case .gap = violation { gaps += 1 }
        record(.protocol, text)
    }

    /// Writes what was recorded; to be called once a second.
    func flush() { log.flush() }
}

/// Logs why something is away: each reason once in a row, and one line a second at most.
struct UnavailabilityLog {
    private let logger: Logger
    private var reason: String?
    private var loggedReason: String?

    init(_ logger: Logger) { self.logger = logger }

    mutating func record(_ reason: String) { self.reason = reason }

    /// Forgets what was recorded: it is there again.
    mutating func reset() { (reason, loggedReason) = (nil, nil) }

    /// Writes the last reason if it is another one than before; to be called once a second.
    mutating func flush(_ message: Logger.Message) {
        guard let reason, reason != loggedReason else { return }
        loggedReason = reason
        logger.warning(message, metadata: ["reason": "\(reason)"])
    }
}
