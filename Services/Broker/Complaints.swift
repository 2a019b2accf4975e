import Logging

/// What peers do that none of ours does, counted, so that nobody can fill the log.
struct Complaints {
    private let logger: Logger
    private var count = 0
    private var lastReason = ""

    init(_ logger: Logger) { self.logger = logger }

    mutating func note(_ reason: String) {
        count += 1
        lastReason = reason
    }

    /// Says it in one line, and begins anew.
    mutating func say() {
        guard count > 0 else { return }
        logger.warning("peers were turned away", metadata: ["count": "\(count)", "reason": "\(lastReason)"])
        count = 0
    }
}
