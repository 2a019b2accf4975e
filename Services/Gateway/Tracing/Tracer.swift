import Contracts
package import HTTPTypes
import Hummingbird
package import Observability
import Synchronization

/// Selects the requests to trace, and makes their root spans.
package struct Tracer: Sendable {
    private let spans: SpanBuffer
    /// The share of requests to record, in units of 1/2^32, for requests without a `traceparent` header.
    private let share: UInt64
    private let limiter = ClientTraceLimiter()

    /// Makes a tracer.
    ///
    /// - Parameters:
    ///   - ratio: The share of requests to record, from 0 to 1, of those that belong to no trace.
    ///   - spans: Stores finished spans.
    package init(ratio: Double, spans: SpanBuffer) {
        share = UInt64(min(max(ratio, 0), 1) * Double(UInt64(1) << 32))
        self.spans = spans
    }

    /// Returns the first span of a request; nil if it is not recorded.
    ///
    /// - Parameter headers: The request's headers. The flag of a `traceparent` decides, up to a limit per second;
    ///   beyond it, the header is ignored.
    /// - Returns: The open span.
    package func span(for headers: HTTPFields) -> OpenSpan? {
        if let outer = headers[.traceparent].flatMap({ TraceContext($0) }) {
            guard outer.isSampled else { return nil }
            if limiter.mayRecord(at: Deadline.monotonicNanoseconds()) { return OpenSpan(in: outer) }
        }
        let root = TraceContext.root()
        return root.trace.low & 0xFFFF_FFFF < share ? OpenSpan(root: root) : nil
    }

    /// Ends the span of a request.
    func end(_ span: OpenSpan, _ name: String, status: Int, error: ErrorCode?) {
        // A client error is not an error of a server span (OpenTelemetry, semantic conventions for HTTP spans).
        let failure = status >= 500 ? error?.rawValue ?? "\(status)" : nil
        var attributes = ["http.response.status_code": "\(status)"]
        let parts = name.split(separator: " ", maxSplits: 1)
        if let method = parts.first { attributes["http.request.method"] = String(method) }
        if let route = parts.last { attributes["http.route"] = String(route) }
        spans.add(span.ended(name, .server, error: failure, attributes: attributes))
    }

    /// Adds the trace context to a request.
    ///
    /// If the request is not recorded, its sampled flag is cleared: other processes record by the flag alone, and do
    /// not know whether there is a collector.
    ///
    /// - Parameters:
    ///   - request: The received request.
    ///   - tracer: Nil if tracing is off.
    /// - Returns: The request to forward, and its span.
    static func begin(_ request: Request, _ tracer: Tracer?) -> (Request, OpenSpan?) {
        if let span = tracer?.span(for: request.headers) { return (at(span.context, request), span) }
        guard let text = request.headers[.traceparent], let context = TraceContext(text), context.isSampled else {
            return (request, nil)
        }
        return (at(context.unsampled, request), nil)
    }

    private static func at(_ context: TraceContext, _ request: Request) -> Request {
        var head = request.head
        head.headerFields[.traceparent] = context.text
        return Request(head: head, body: request.body)
    }
}

/// Limits the traces that clients can request by header, because any client can do so and each trace costs all
/// processes.
package final class ClientTraceLimiter: Sendable {
    /// The limit per second.
    ///
    /// With some ten spans each, the traces of a second fit into one export batch.
    package static let perSecondMax = 50
    private static let secondNs: UInt64 = 1_000_000_000

    private struct Window {
        var startedAt: UInt64 = 0
        var count = 0
    }

    private let window = Mutex(Window())

    package init() {}

    /// Counts a trace if there is room.
    ///
    /// - Parameter now: Monotonic time in nanoseconds.
    /// - Returns: False if the limit of this second is reached.
    package func mayRecord(at now: UInt64) -> Bool {
        window.withLock { window in
            // Threads read the clock before this call, so `now` may be older than the window.
            if now > window.startedAt, now - window.startedAt >= Self.secondNs { window = Window(startedAt: now) }
            guard window.count < Self.perSecondMax else { return false }
            window.count += 1
            return true
        }
    }
}
