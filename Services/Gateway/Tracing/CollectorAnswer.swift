/// What became of a hand-over to a collector, and what is to be done next (OTLP 1.x, "Failures" of OTLP over HTTP).
package enum CollectorAnswer: Sendable, Equatable {
    case taken
    /// The same is to be sent again; after so many seconds, if the collector says so.
    case later(afterS: Int?)
    /// It will never be taken.
    case refused

    /// By the status of an answer; nil where none came.
    package init(status: Int?, retryAfterS: Int?) {
        switch status {
        case .some(200..<300): self = .taken
        case .none, .some(429), .some(502...504): self = .later(afterS: retryAfterS)
        default: self = .refused
        }
    }
}

/// How long to wait before the same is sent again.
package struct ExportPause: Sendable {
    /// The first pause, and the longest, in milliseconds.
    private static let (firstMs, longestMs) = (1_000, 30_000)
    /// The longest that a collector can ask for.
    private static let askedMaxMs = 300_000
    /// Attempts after which what is sent gives way to what is newer.
    package static let attemptsMax = 6

    private var nextMs = firstMs

    package init() {}

    /// - Parameters:
    ///   - askedS: What the collector asks for.
    ///   - part: From 0 to 1, drawn anew each time, so that several gateways do not come back together.
    /// - Returns: Milliseconds.
    package mutating func next(askedS: Int?, part: Double) -> Int {
        defer { nextMs = min(nextMs * 2, Self.longestMs) }
        // Bounded before it is multiplied: a collector may ask for more than a number holds.
        if let askedS { return min(max(askedS, 1), Self.askedMaxMs / 1_000) * 1_000 }
        return nextMs / 2 + Int(Double(nextMs / 2) * part)
    }
}
