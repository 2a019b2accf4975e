/// A step of a trace that has begun.
package struct OpenSpan: Sendable {
    /// Longer than any request waits; what seems to have taken longer tells of clocks that differ.
    private static let onTheWayMaxNs: UInt64 = 600_000_000_000

    /// What the steps within it are parts of.
    package let context: TraceContext
    private let parent: UInt64?
    /// On the monotonic clock, in nanoseconds.
    private let startedAt: UInt64

    /// Begins a step within another one; nil where that is not recorded, which costs next to nothing.
    ///
    /// - Parameters:
    ///   - traceparent: The header by which the step is asked for.
    ///   - startedAt: On the monotonic clock, in nanoseconds; now where nothing is said.
    package init?(in traceparent: String?, startedAt: UInt64? = nil) {
        guard TraceContext.isSampled(traceparent), let outer = traceparent.flatMap({ TraceContext($0) }) else {
            return nil
        }
        self.init(in: outer, startedAt: startedAt)
    }

    /// Begins a step within another one.
    package init(in outer: TraceContext, startedAt: UInt64? = nil) {
        context = outer.child()
        parent = outer.span
        self.startedAt = startedAt ?? Deadline.monotonicNanoseconds()
    }

    /// Begins a trace.
    package init(root: TraceContext) {
        context = root
        parent = nil
        startedAt = Deadline.monotonicNanoseconds()
    }

    /// The step as it was.
    ///
    /// - Parameters:
    ///   - name: The method, or the route.
    ///   - kind: Which side of a call it is.
    ///   - error: The code of the error with which it ended.
    ///   - attributes: What else is to be known.
    ///   - endedAt: On the monotonic clock, in nanoseconds; now where nothing is said.
    /// - Returns: The step, by the clock of the host.
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
    /// The time from when a request was sent to when its work began, as a step of the call: both sockets, the broker's queue, and
    /// attempts that came to nothing.
    ///
    /// The broker tells nothing of it, so that tracing costs it nothing: the request's id, made where it was sent, has the time. That
    /// counts whole milliseconds, of which the last is left out, so the step is never longer than it was.
    ///
    /// - Parameters:
    ///   - request: The id.
    ///   - work: This step, as it was.
    /// - Returns: Nil for what took less than a millisecond, and for an id that tells no time or another clock's.
    package func onTheWay(_ request: UUIDv7, to work: TraceSpan) -> TraceSpan? {
        // A time of the far future does not fit in nanoseconds.
        guard let sentMs = request.millisecondsSince1970, sentMs < work.startNs / 1_000_000 else { return nil }
        let sentNs = (sentMs + 1) * 1_000_000
        guard sentNs < work.startNs, work.startNs - sentNs < Self.onTheWayMaxNs else { return nil }
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
