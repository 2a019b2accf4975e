import Contracts
import Synchronization

/// Tracks until when onlookers want copies of events, by type.
final class Onlookers: Sendable {
    private let wantedUntil = Mutex<[EventType: Deadline]>([:])

    /// Records an announcement.
    ///
    /// An unreadable one comes from a later version and is ignored.
    func record(_ announcement: [UInt8]) {
        guard let wanted = try? PayloadCoder.decodeReply(EventsWanted.self, from: announcement) else { return }
        let end = Deadline.after(milliseconds: EventsWanted.lifetimeMs)
        wantedUntil.withLock { until in for type in wanted.types { until[type] = end } }
    }

    /// Returns the types that onlookers want now.
    func wantedTypes() -> Set<EventType> {
        wantedUntil.withLock { until in
            until = until.filter { !$0.value.hasPassed }
            return Set(until.keys)
        }
    }
}
