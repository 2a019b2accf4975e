import Contracts
import Synchronization

/// Tracks up to where a source's events have taken effect.
///
/// It is in memory, so that a beacon without news costs nothing. Also tracks the source's own position, to report the
/// lag.
final class AppliedPlace: Sendable {
    private struct State {
        var place: Beacon?
        var heard: Beacon?
        /// On the monotonic clock, in nanoseconds; nil while all known events are applied.
        var behindSince: UInt64?
        var applied = 0
        /// The value of `applied` at the last call of `takeCount`.
        var appliedBefore = 0
        var reloads = 0
        var failures = 0

        /// Number of known events that this service has not applied.
        var lag: Int64 {
            guard let heard else { return 0 }
            guard let place, place.epoch == heard.epoch else { return heard.last }
            return max(0, heard.last - place.last)
        }

        /// Updates the time since when this service lags.
        mutating func look() {
            if lag == 0 {
                behindSince = nil
            } else if behindSince == nil {
                behindSince = Deadline.monotonicNanoseconds()
            }
        }
    }

    private let state = Mutex(State())

    /// Stores the source's position from a beacon, and returns whether the beacon announces unapplied events.
    func isNews(_ beacon: Beacon) -> Bool {
        state.withLock { state in
            state.heard = beacon
            state.look()
            return state.place != beacon
        }
    }

    /// Records that everything up to a position has taken effect.
    ///
    /// - Parameters:
    ///   - place: The position of this service.
    ///   - last: The last sequence number of the source, from its reply.
    ///   - count: The number of events applied now.
    func note(_ place: Beacon, of last: Int64, count: Int) {
        state.withLock { state in
            state.place = place
            // A beacon may have announced more in the meantime.
            let heard = state.heard.flatMap { $0.epoch == place.epoch ? $0.last : nil } ?? 0
            state.heard = Beacon(epoch: place.epoch, last: max(heard, last))
            state.applied += count
            state.look()
        }
    }

    /// Records that a reload is needed.
    ///
    /// Until it ends, no position is certain.
    func noteReload() {
        state.withLock { state in
            state.reloads += 1
            state.place = nil
            state.look()
        }
    }

    /// Returns the number of events applied since the last call.
    func takeCount() -> Int {
        state.withLock { state in
            defer { state.appliedBefore = state.applied }
            return state.applied - state.appliedBefore
        }
    }

    func noteFailure() { state.withLock { $0.failures += 1 } }

    /// The metrics of this source, for Prometheus.
    func figures(of source: ServiceName, now: UInt64 = Deadline.monotonicNanoseconds()) -> MetricSet {
        let state = state.withLock { $0 }
        var figures = MetricSet()
        let labels = [source.rawValue]
        figures.add(.eventLag, by: labels, Int(state.lag))
        let behindNs = state.behindSince.map { Deadline.elapsed(from: $0, to: now) } ?? 0
        figures.add(.eventLagSeconds, by: labels, Double(behindNs) / 1e9)
        figures.add(.eventsApplied, by: labels, state.applied)
        figures.add(.eventReloads, by: labels, state.reloads)
        figures.add(.eventFailures, by: labels, state.failures)
        return figures
    }
}
