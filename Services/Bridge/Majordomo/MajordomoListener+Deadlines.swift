import Contracts
import Messaging
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
        accepted.endUnduplicated()
    }

    /// Applies a changed list of peers, and ends overdue connections; call it once a second.
    func sweep(_ now: UInt64) {
        if permissions.reloadIfChanged() {
            for peer in peers.values where !permissions.permissions.allows(peer.key) {
                refuse(peer, "its key was removed from the list of peers")
            }
        }
        for _ in 0..<accepted.endOverdue(now) { rejections.record(.unfinished, "a Majordomo peer sent no message") }
    }

    private func endEndlessMessages() {
        // Messages that are complete must be read first.
        perform { try $0.readRouter(atMost: Self.messagesMaxPerRound) }
        accepted.forEachConnection { descriptor, duplicate in
            guard let received = UnfinishedMessages.received(duplicate),
                unfinished.update(descriptor, received: received)
            else { return }
            rejections.record(.protocol, "a Majordomo peer is ended: it sends a message without an end")
            accepted.end(descriptor)
        }
    }

    /// Ends all connections, and writes the remaining data to the broker.
    func stop() {
        let now = Deadline.monotonicNanoseconds()
        for peer in peers.values where !peer.isOver {
            forget(peer, now)
            accepted.end(peer.descriptor)
        }
    }

    /// Whether all connections to the broker have ended.
    var isIdle: Bool { finishing.allSatisfy(\.isClosed) }
}
