import Contracts
import Synchronization

/// A service with an outbox in memory, which answers by the rules of real services.
final class FakeEventSource: Sendable {
    private struct State {
        var epoch = "first"
        var events: [Event] = []
        var requests: [EventsSince] = []
        var isUnavailable = false
    }

    let beacons: AsyncStream<[UInt8]>
    private let beacon: AsyncStream<[UInt8]>.Continuation
    private let state = Mutex(State())

    init() {
        (beacons, beacon) = AsyncStream.makeStream(of: [UInt8].self)
    }

    /// All requests so far.
    var requests: [EventsSince] { state.withLock { $0.requests } }

    /// Makes all requests fail, or stops that.
    func setUnavailable(_ isUnavailable: Bool) { state.withLock { $0.isUnavailable = isUnavailable } }

    /// Continues with a new epoch and without events, like a service after the restore of an empty backup.
    func restore() {
        state.withLock { state in
            state.epoch = "second"
            state.events = []
        }
    }

    func emit(_ payloads: [any EventPayload], of user: UserID) throws {
        let beacon = try state.withLock { state in
            for payload in payloads {
                state.events.append(
                    Event(
                        id: .make(),
                        source: .diary,
                        type: type(of: payload).type,
                        subject: user,
                        time: "2026-01-01T00:00:00.000Z",
                        sequence: Int64(state.events.count + 1),
                        traceparent: nil,
                        data: try JSONText(payload)
                    )
                )
            }
            return Beacon(epoch: state.epoch, last: Int64(state.events.count))
        }
        self.beacon.yield(try PayloadCoder.encode(beacon))
    }

    func answer(_ position: EventsSince) throws(ServiceError) -> EventsSince.Reply {
        let reply = state.withLock { state -> EventsSince.Reply? in
            state.requests.append(position)
            if state.isUnavailable { return nil }
            let last = Int64(state.events.count)
            guard position.epoch ?? state.epoch == state.epoch, position.sequence <= last else {
                return EventsSince.Reply(epoch: state.epoch, events: [], last: last, reload: true)
            }
            let events = state.events.filter {
                $0.sequence > position.sequence && position.types?.contains($0.type) ?? true
            }
            return EventsSince.Reply(
                epoch: state.epoch,
                events: Array(events.prefix(EventsSince.batchMax)),
                last: last,
                reload: false
            )
        }
        guard let reply else { throw ServiceError(.unavailable, "Away.") }
        return reply
    }
}
