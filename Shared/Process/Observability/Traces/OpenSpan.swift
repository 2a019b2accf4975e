import Calendar
package import Contracts

/// A started span of a trace.
package struct OpenSpan: Sendable {
    /// Maximum plausible transfer time: longer than any request waits.
    ///
    /// A greater one indicates differing clocks.
    private static let transferMaximumNanoseconds: UInt64 = 600_000_000_000

    /// The trace context for spans within this one.
    package let context: TraceContext
    private let parent: UInt64?
    /// Start on the monotonic clock, in nanoseconds.
    private let startedAt: UInt64

    /// Starts a span within another one; returns nil, at almost no cost, if the trace is not recorded.
    ///
    /// - Parameters:
    ///   - traceparent: The header of the enclosing call.
    ///   - startedAt: The start on the monotonic clock, in nanoseconds; now by default.
    package init?(in traceparent: String?, startedAt: UInt64? = nil) {
        guard TraceContext.isSampled(traceparent), let outer = traceparent.flatMap({ TraceContext($0) }) else {
            return nil
        }
        self.init(in: outer, startedAt: startedAt)
    }

    /// Starts a span within another one.
    package init(in outer: TraceContext, startedAt: UInt64? = nil) {
        context = outer.child()
        parent = outer.span
        self.startedAt = startedAt ?? Deadline.monotonicNanoseconds()
    }

    /// Starts a trace.
    package init(root: TraceContext) {
        context = root
        parent = nil
        startedAt = Deadline.monotonicNanoseconds()
    }

    /// Finishes the span.
    ///
    /// - Parameters:
    ///   - name: The method, or the route.
    ///   - kind: The side of the call.
    ///   - error: The error code, if it ended with one.
    ///   - attributes: Further attributes.
    ///   - endedAt: The end on the monotonic clock, in nanoseconds; now by default.
    /// - Returns: The span, in times of the host's wall clock.
    package func ended(
        _ name: String,
        _ kind: TraceSpan.Kind,
        error: String? = nil,
        attributes: [String: String] = [:],
        endedAt: UInt64? = nil
    ) -> TraceSpan {
        let now = Deadline.monotonicNanoseconds()
        let wallNow = Timestamp.nanosecondsSince1970()
        let end = endedAt ?? now
        return TraceSpan(
            trace: context.traceText,
            span: context.spanText,
            parent: parent.map { TraceContext(trace: context.trace, span: $0, isSampled: true).spanText },
            name: name,
            kind: kind,
            startNs: wallNow - min(wallNow, Deadline.elapsed(from: startedAt, to: now)),
            endNs: wallNow - min(wallNow, Deadline.elapsed(from: end, to: now)),
            error: error,
            attributes: attributes
        )
    }
    /// Makes a span for the time from sending a request to the start of its work: both sockets, the broker's queue, and
    /// failed attempts.
    ///
    /// The broker records nothing, so tracing costs it nothing: the request's id, made by the sender, contains the
    /// time. That time is in whole milliseconds, and the first partial one is excluded, so the span is never longer
    /// than the actual time.
    ///
    /// - Parameters:
    ///   - request: The id of the request.
    ///   - work: The finished span of the work.
    /// - Returns: Nil for less than a millisecond, and for an id without a time or with an implausible one.
    package func transferSpan(_ request: UUIDv7, to work: TraceSpan) -> TraceSpan? {
        // A time in the far future does not fit in nanoseconds.
        guard let sentMs = request.millisecondsSince1970, sentMs < work.startNs / 1_000_000 else { return nil }
        let sentNs = (sentMs + 1) * 1_000_000
        guard sentNs < work.startNs, work.startNs - sentNs < Self.transferMaximumNanoseconds else { return nil }
        return TraceSpan(
            trace: work.trace,
            span: context.child().spanText,
            parent: work.parent,
            name: "\(work.name), from sent to begun",
            kind: .between,
            startNs: sentNs,
            endNs: work.startNs,
            error: nil,
            attributes: [:]
        )
    }
}
