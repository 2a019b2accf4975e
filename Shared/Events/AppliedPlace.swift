import Contracts
import Synchronization

/// How far the events of a source have taken effect, kept in memory so that a beacon without news costs nothing; and how
/// far the source is, for those who want to know whether anybody lags behind.
final class AppliedPlace: Sendable {
    private struct State {
        var place: Beacon?
        var heard: Beacon?
        /// On the monotonic clock, in nanoseconds; nil while everything that was heard of is applied.
        var behindSince: UInt64?
        var applied = 0
        /// Of these, how many were applied when somebody last asked for the news.
        var appliedBefore = 0
        var reloads = 0
        var failures = 0

        /// Events that the source has told and this service has not applied, as far as it has heard.
        var lag: Int64 {
            guard let heard else { return 0 }
            guard let place, place.epoch == heard.epoch else { return heard.last }
            return max(0, heard.last - place.last)
        }

        /// Notes since when it is behind.
        mutating func look() {
            if lag == 0 {
                behindSince = nil
            } else if behindSince == nil {
                behindSince = Deadline.monotonicNanoseconds()
            }
        }
    }

    private let state = Mutex(State())

    /// How far the source was when its last beacon came, whether that is news or not.
    func isNews(_ beacon: Beacon) -> Bool {
        state.withLock { state in
            state.heard = beacon
            state.look()
            return state.place != beacon
        }
    }

    /// Notes that everything up to a place has taken effect.
    ///
    /// - Parameters:
    ///   - place: How far this service is.
    ///   - last: How far the source is, as it said itself.
    ///   - count: Events that took effect now.
    func note(_ place: Beacon, of last: Int64, count: Int) {
        state.withLock { state in
            state.place = place
            // A beacon may have told of more meanwhile.
            let heard = state.heard.flatMap { $0.epoch == place.epoch ? $0.last : nil } ?? 0
            state.heard = Beacon(epoch: place.epoch, last: max(heard, last))
            state.applied += count
            state.look()
        }
    }

    /// Notes that the source's snapshot has to be loaded: nothing that it tells is known for sure until then.
    func noteReload() {
        state.withLock { state in
            state.reloads += 1
            state.place = nil
            state.look()
        }
    }

    /// How many events were applied since this was asked last.
    func takeCount() -> Int {
        state.withLock { state in
            defer { state.appliedBefore = state.applied }
            return state.applied - state.appliedBefore
        }
    }

    func noteFailure() { state.withLock { $0.failures += 1 } }

    /// What Prometheus is told of this source.
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
