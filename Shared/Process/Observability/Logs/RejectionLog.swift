package import Logging

/// Counts rejections of peers and logs them in one line, so that no peer can fill the log.
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

    /// Writes the count as one line and resets it; to be called once a second.
    package mutating func flush() {
        guard count > 0 else { return }
        logger.warning("peers were rejected", metadata: ["count": "\(count)", "reason": "\(lastReason)"])
        count = 0
    }
}
