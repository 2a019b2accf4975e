package import Contracts
package import HTTPTypes
import Hummingbird
package import Messaging

/// Decides of which requests the steps are recorded, and makes the first one.
package struct Tracer: Sendable {
    private let spans: SpanBuffer
    /// Of how many requests of 2^32 the trace is recorded, where the caller does not say.
    private let share: UInt64
    private let callers = CallerTraces()

    /// - Parameters:
    ///   - ratio: From 0 for none to 1 for all, of those requests that belong to no trace yet.
    ///   - spans: Takes the steps.
    package init(ratio: Double, spans: SpanBuffer) {
        share = UInt64(min(max(ratio, 0), 1) * Double(UInt64(1) << 32))
        self.spans = spans
    }

    /// The first step of a request, if it is recorded.
    ///
    /// - Parameter headers: The request's; who sends a `traceparent` decides by its flag, as long as not too many do. Beyond that,
    ///   the request is taken for one that belongs to no trace.
    /// - Returns: The step.
    package func span(for headers: HTTPFields) -> OpenSpan? {
        if let outer = headers[.traceparent].flatMap({ TraceContext($0) }) {
            guard outer.isSampled else { return nil }
            if callers.mayRecord(at: Deadline.monotonicNanoseconds()) { return OpenSpan(in: outer) }
        }
        let root = TraceContext.root()
        return root.trace.low & 0xFFFF_FFFF < share ? OpenSpan(root: root) : nil
    }

    /// Notes that a request was answered.
    func end(_ span: OpenSpan, _ name: String, status: Int, error: ErrorCode?) {
        // A mistake of the caller is no error of the server (OpenTelemetry, semantic conventions for HTTP spans).
        let failure = status >= 500 ? error?.rawValue ?? "\(status)" : nil
        var attributes = ["http.response.status_code": "\(status)"]
        let parts = name.split(separator: " ", maxSplits: 1)
        if let method = parts.first { attributes["http.request.method"] = String(method) }
        if let route = parts.last { attributes["http.route"] = String(route) }
        spans.add(span.ended(name, .server, error: failure, attributes: attributes))
    }

    /// Puts a request at its place in a trace.
    ///
    /// Where nothing is recorded, what comes behind is told so: processes record by the flag alone, and know of no collector.
    ///
    /// - Parameters:
    ///   - request: What came.
    ///   - tracer: Nil where nothing is ever recorded.
    /// - Returns: The request as it goes on, and its step.
    static func begin(_ request: Request, _ tracer: Tracer?) -> (Request, OpenSpan?) {
        if let span = tracer?.span(for: request.headers) { return (at(span.context, request), span) }
        guard let text = request.headers[.traceparent], let place = TraceContext(text), place.isSampled else {
            return (request, nil)
        }
        return (at(place.unsampled, request), nil)
    }

    private static func at(_ place: TraceContext, _ request: Request) -> Request {
        var head = request.head
        head.headerFields[.traceparent] = place.text
        return Request(head: head, body: request.body)
    }
}
