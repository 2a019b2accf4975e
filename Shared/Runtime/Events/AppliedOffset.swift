import Contracts
import Observability
import Synchronization

/// Tracks up to where a source's events have taken effect.
///
/// It is in memory, so that a beacon without news costs nothing. Also tracks the source's own position, to report the
/// lag.
final class AppliedOffset: Sendable {
    private struct State {
        var position: Beacon?
        var announced: Beacon?
        /// On the monotonic clock, in nanoseconds; nil while all known events are applied.
        var laggingSince: UInt64?
        var applied = 0
        /// The value of `applied` at the last call of `takeCount`.
        var appliedBefore = 0
        var reloads = 0
        var failures = 0

        /// Number of known events that this service has not applied.
        var lag: Int64 {
            guard let announced else { return 0 }
            guard let position, position.epoch == announced.epoch else { return announced.last }
            return max(0, announced.last - position.last)
        }

        /// Updates the time since when this service lags.
        mutating func updateLag() {
            if lag == 0 {
                laggingSince = nil
            } else if laggingSince == nil {
                laggingSince = Deadline.monotonicNanoseconds()
            }
        }
    }

    private let state = Mutex(State())

    /// Stores the source's position from a beacon, and returns whether the beacon announces unapplied events.
    func announcesNewEvents(_ beacon: Beacon) -> Bool {
        state.withLock { state in
            state.announced = beacon
            state.updateLag()
            return state.position != beacon
        }
    }

    /// Records that everything up to a position has taken effect.
    ///
    /// - Parameters:
    ///   - position: The position of this service.
    ///   - last: The last sequence number of the source, from its reply.
    ///   - count: The number of events applied now.
    func record(_ position: Beacon, of last: Int64, count: Int) {
        state.withLock { state in
            state.position = position
            // A beacon may have announced more in the meantime.
            let announced = state.announced.flatMap { $0.epoch == position.epoch ? $0.last : nil } ?? 0
            state.announced = Beacon(epoch: position.epoch, last: max(announced, last))
            state.applied += count
            state.updateLag()
        }
    }

    /// Records that a reload is needed.
    ///
    /// Until it ends, no position is certain.
    func recordReload() {
        state.withLock { state in
            state.reloads += 1
            state.position = nil
            state.updateLag()
        }
    }

    /// Returns the number of events applied since the last call.
    func takeCount() -> Int {
        state.withLock { state in
            defer { state.appliedBefore = state.applied }
            return state.applied - state.appliedBefore
        }
    }

    func recordFailure() { state.withLock { $0.failures += 1 } }

    /// The metrics of this source, for Prometheus.
    func metrics(of source: ServiceName, now: UInt64 = Deadline.monotonicNanoseconds()) -> MetricSet {
        let state = state.withLock { $0 }
        var metrics = MetricSet()
        let labels = [source.rawValue]
        metrics.add(.eventLag, by: labels, Int(state.lag))
        let laggingNs = state.laggingSince.map { Deadline.elapsed(from: $0, to: now) } ?? 0
        metrics.add(.eventLagSeconds, by: labels, Double(laggingNs) / 1e9)
        metrics.add(.eventsApplied, by: labels, state.applied)
        metrics.add(.eventReloads, by: labels, state.reloads)
        metrics.add(.eventFailures, by: labels, state.failures)
        return metrics
    }
}
