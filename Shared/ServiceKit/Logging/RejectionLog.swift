package import Logging

/// Counts refusals and broken rules of peers, and logs them once a second at most, so that no peer can fill the log.
package struct RejectionLog {
    private let logger: Logger
    private var count = 0
    private var lastReason = ""

    package init(_ logger: Logger) { self.logger = logger }

    /// Counts one rejection; the log shows the reason of the last one.
    package mutating func record(_ reason: String) {
        count += 1
        lastReason = reason
    }

    /// Writes what was counted as one line, and starts counting again; to be called once a second.
    package mutating func flush() {
        guard count > 0 else { return }
        logger.warning("peers were turned away", metadata: ["count": "\(count)", "reason": "\(lastReason)"])
        count = 0
    }
}
