/// The result of an export request (OTLP 1.x, "Failures" of OTLP over HTTP).
package enum ExportResult: Sendable, Equatable {
    case taken
    /// Retry, after this number of seconds if the collector gives one.
    case later(afterS: Int?)
    /// Do not retry.
    case refused

    /// Classifies a response by its status; nil means no response.
    package init(status: Int?, retryAfterS: Int?) {
        switch status {
        case .some(200..<300): self = .taken
        case .none, .some(429), .some(502...504): self = .later(afterS: retryAfterS)
        default: self = .refused
        }
    }
}

/// Computes the pauses between export attempts.
package struct ExportBackoff: Sendable {
    /// The first and the longest pause, in milliseconds.
    private static let (firstMs, longestMs) = (1_000, 30_000)
    /// The longest pause that a collector can request, in milliseconds.
    private static let askedMaxMs = 300_000
    /// The number of attempts after which a batch is discarded in favor of newer spans.
    package static let attemptsMax = 6

    private var nextMs = firstMs

    package init() {}

    /// Returns the next pause.
    ///
    /// - Parameters:
    ///   - askedS: The pause that the collector requests, in seconds.
    ///   - part: A new random number from 0 to 1, so that several gateways do not retry at once.
    /// - Returns: The pause in milliseconds.
    package mutating func next(askedS: Int?, part: Double) -> Int {
        defer { nextMs = min(nextMs * 2, Self.longestMs) }
        // Bounded before the multiplication, which could overflow.
        if let askedS { return min(max(askedS, 1), Self.askedMaxMs / 1_000) * 1_000 }
        return nextMs / 2 + Int(Double(nextMs / 2) * part)
    }
}
