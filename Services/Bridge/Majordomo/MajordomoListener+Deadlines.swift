import Contracts
import Messaging
import ServiceKit

/// What is due, and the end.
extension MajordomoListener {
    /// Does what is due; to be called some times a second.
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

    /// Does what is due once a second.
    func sweep(_ now: UInt64) {
        if permissions.reloadIfChanged() {
            for peer in peers.values where !permissions.permissions.allows(peer.key) {
                refuse(peer, "its key was removed from the list of peers")
            }
        }
        for _ in 0..<accepted.endOverdue(now) { rejections.record(.unfinished, "a Majordomo peer sent no message") }
    }

    private func endEndlessMessages() {
        // What is whole by now is none of them.
        perform { try $0.readRouter(atMost: Self.messagesMaxPerRound) }
        accepted.forEachConnection { descriptor, duplicate in
            guard let received = UnfinishedMessages.received(duplicate),
                unfinished.update(descriptor, received: received)
            else { return }
            rejections.record(.protocol, "a Majordomo peer is ended: it sends a message without an end")
            accepted.end(descriptor)
        }
    }

    /// Ends all connections, and writes what the broker has not read yet.
    func stop() {
        let now = Deadline.monotonicNanoseconds()
        for peer in peers.values where !peer.isOver {
            forget(peer, now)
            accepted.end(peer.descriptor)
        }
    }

    /// Whether no connection to the broker waits for its end.
    var isIdle: Bool { finishing.allSatisfy(\.isClosed) }
}
