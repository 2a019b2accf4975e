package import Contracts
import Synchronization

/// Finished steps of traces, on their way out of the process.
///
/// Nobody ever waits for room: what does not fit is let go, and counted.
package final class SpanBuffer: Sendable {
    /// Steps that may wait: of some hundred requests, which is more than a process records between two hand-overs unless
    /// the collector is to get more than it can take anyway.
    private static let spansMax = 2_048

    private struct State {
        var spans: [TraceSpan] = []
        var dropped = 0
    }

    private let state = Mutex(State())
    private let wake: AsyncStream<Void>.Continuation
    /// Yields when something waits that was not there before; for one reader.
    package let news: AsyncStream<Void>

    package init() {
        (news, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Steps that were let go.
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

    /// Takes all that waits.
    package func take() -> [TraceSpan] {
        state.withLock { state in
            defer { state.spans = [] }
            return state.spans
        }
    }
}
