package import Contracts

/// A finished span of a trace.
package struct TraceSpan: Codable, Sendable, Equatable {
    /// The side of a call.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case server
        case client
        /// Applies an event that was published earlier.
        case consumer
        /// The time between the two sides of a call.
        case between = "internal"
    }

    /// 32 hexadecimal digits.
    package var trace: String
    /// 16 hexadecimal digits.
    package var span: String
    /// The enclosing span; nil for the first span of a trace.
    package var parent: String?
    /// The method, or the route.
    package var name: String
    package var kind: Kind
    /// Nanoseconds since 1970, by the clock of the host.
    package var startNs: UInt64
    package var endNs: UInt64
    /// The error code; nil for success.
    package var error: String?
    package var attributes: [String: String]

    package init(
        trace: String,
        span: String,
        parent: String?,
        name: String,
        kind: Kind,
        startNs: UInt64,
        endNs: UInt64,
        error: String?,
        attributes: [String: String]
    ) {
        self.trace = trace
        self.span = span
        self.parent = parent
        self.name = name
        self.kind = kind
        self.startNs = startNs
        self.endNs = endNs
        self.error = error
        self.attributes = attributes
    }
}

/// Finished spans of one process, published for the gateway that exports them to a collector.
///
/// Reports may be lost; no other process waits for them.
package struct SpanReport: Codable, Sendable {
    /// Maximum number of spans per report: some sixty kilobytes, far below a message's limit.
    package static let spansMax = 128

    package var service: ServiceName
    package var process: String
    package var spans: [TraceSpan]

    package init(service: ServiceName, process: String, spans: [TraceSpan]) {
        self.service = service
        self.process = process
        self.spans = spans
    }

    /// The topic on which processes of a service publish their spans.
    package static func topic(of service: ServiceName) -> String { "\(service.rawValue).spans" }
}
