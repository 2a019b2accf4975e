import Contracts
import ServiceKit

/// Checks deadlines, and stops.
extension MajordomoListener {
    /// Checks deadlines; call it several times a second.
    func tick(_ now: UInt64) {
        for peer in peers.values where !peer.isOver {
            peer.tick(now)
            count(peer)
        }
        for peer in finishing {
            peer.tick(now)
            count(peer)
        }
        finishing.removeAll { $0.isClosed }
        endEndlessMessages()
        listener.tick(now)
    }

    /// Applies a changed list of peers, and ends overdue connections; call it once a second.
    func sweep(_ now: UInt64) {
        guard listener.sweep(now) else { return }
        for peer in peers.values where !listener.permissions.allows(peer.key) {
            refuse(peer, "its key was removed from the list of peers")
        }
    }

    private func endEndlessMessages() {
        // Messages that are complete must be read first.
        loop.perform { try readRouter(atMost: Self.messagesMaxPerRound) }
        listener.accepted.forEachConnection { descriptor, duplicate in
            guard let received = TCPCounters.received(duplicate),
                unfinished.update(descriptor, received: received)
            else { return }
            rejections.record(.protocol, "a Majordomo peer is ended: it sends a message without an end")
            listener.accepted.end(descriptor)
        }
    }

    /// Ends all connections, and writes the remaining data to the broker.
    func stop() {
        let now = Deadline.monotonicNanoseconds()
        for peer in peers.values where !peer.isOver {
            discard(peer, now)
            listener.accepted.end(peer.descriptor)
        }
    }

    /// Whether all connections to the broker have ended.
    var isIdle: Bool { finishing.allSatisfy(\.isClosed) }
}
