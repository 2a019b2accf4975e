/// The result of an export request (OTLP 1.x, "Failures" of OTLP over HTTP).
package enum ExportResult: Sendable, Equatable {
    case accepted
    /// Retry, after this number of seconds if the collector gives one.
    case retry(afterS: Int?)
    /// Do not retry.
    case rejected

    /// Classifies a response by its status; nil means no response.
    package init(status: Int?, retryAfterS: Int?) {
        switch status {
        case .some(200..<300): self = .accepted
        case .none, .some(429), .some(502...504): self = .retry(afterS: retryAfterS)
        default: self = .rejected
        }
    }
}

/// Computes the pauses between export attempts.
package struct ExportBackoff: Sendable {
    /// The first and the longest pause, in milliseconds.
    private static let (firstMs, longestMs) = (1_000, 30_000)
    /// The longest pause that a collector can request, in milliseconds.
    private static let requestedMaxMs = 300_000
    /// The number of attempts after which a batch is discarded in favor of newer spans.
    package static let attemptsMax = 6

    private var nextMs = firstMs

    package init() {}

    /// Returns the next pause.
    ///
    /// - Parameters:
    ///   - requestedS: The pause that the collector requests, in seconds.
    ///   - jitter: A new random number from 0 to 1, so that several gateways do not retry at once.
    /// - Returns: The pause in milliseconds.
    package mutating func next(requestedS: Int?, jitter: Double) -> Int {
        defer { nextMs = min(nextMs * 2, Self.longestMs) }
        // Bounded before the multiplication, which could overflow.
        if let requestedS { return min(max(requestedS, 1), Self.requestedMaxMs / 1_000) * 1_000 }
        return nextMs / 2 + Int(Double(nextMs / 2) * jitter)
    }
}
