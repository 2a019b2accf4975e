/// A finished step of a trace: what was done, where in the trace, from when to when.
package struct TraceSpan: Codable, Sendable, Equatable {
    /// Which side of a call it is.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case server
        case client
        /// Takes up an event that somebody told before.
        case consumer
        /// Neither: time that passes between the sides of a call.
        case between = "internal"
    }

    /// 32 hexadecimal digits.
    package var trace: String
    /// 16 hexadecimal digits.
    package var span: String
    /// The step of which this one is a part; nil where the trace begins.
    package var parent: String?
    /// The method, or the route.
    package var name: String
    package var kind: Kind
    /// Nanoseconds since 1970, by the clock of the host.
    package var startNs: UInt64
    package var endNs: UInt64
    /// The code of the error with which it ended; nil if it went well.
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

/// Finished steps of one process, as it publishes them for the gateway that hands them to a collector.
///
/// Nothing waits for them, and they may be lost.
package struct SpanReport: Codable, Sendable {
    /// Steps of one report: some sixty kilobytes, far less than a message may have.
    package static let spansMax = 128

    package var service: ServiceName
    package var process: String
    package var spans: [TraceSpan]

    package init(service: ServiceName, process: String, spans: [TraceSpan]) {
        self.service = service
        self.process = process
        self.spans = spans
    }

    /// Where processes of a service publish them.
    package static func topic(of service: ServiceName) -> String { "\(service.rawValue).spans" }
}
