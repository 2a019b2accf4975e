import Synchronization

/// Buffers finished trace spans for the exporter.
///
/// Adding never blocks: spans that exceed the limit are dropped and counted.
package final class SpanBuffer: Sendable {
    /// The most buffered spans: those of some hundred requests.
    ///
    /// A process records fewer between two exports, unless they exceed what the collector can accept anyway.
    private static let spansMax = 2_048

    private struct State {
        var spans: [TraceSpan] = []
        var dropped = 0
    }

    private let state = Mutex(State())
    private let wake: AsyncStream<Void>.Continuation
    /// Yields when the buffer becomes non-empty; for one reader.
    package let news: AsyncStream<Void>

    package init() {
        (news, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// The number of dropped spans.
    package var dropped: Int { state.withLock(\.dropped) }

    package func add(_ span: TraceSpan) {
        let isFirst = state.withLock { state in
            guard state.spans.count < Self.spansMax else {
                state.dropped += 1
                return false
            }
            state.spans.append(span)
            return state.spans.count == 1
        }
        if isFirst { wake.yield() }
    }

    /// Returns and removes all buffered spans.
    package func take() -> [TraceSpan] {
        state.withLock { state in
            defer { state.spans = [] }
            return state.spans
        }
    }
}
