import Contracts
import Logging
import ServiceKit

/// Reports the brokers of this host, and checks deadlines.
extension BridgeListener {
    /// The numbers of the available brokers of this host, a byte each.
    var presentBrokers: [UInt8] {
        presences.filter { $0.value.isAvailable }.map { UInt8(truncatingIfNeeded: $0.key) }.sorted()
    }

    func sendPresence() {
        for peer in peers.values where peer.endpoint == .presence && !peer.isOver {
            peer.relay.send(.presence, presentBrokers)
        }
    }

    /// Checks deadlines; call it several times a second.
    func tick(_ now: UInt64) {
        for presence in presences.values { presence.tick(now) }
        for peer in peers.values where !peer.isOver { checkTime(peer, now) }
        for relay in finishing { relay.checkTime(now) }
        finishing.removeAll { $0.isClosed }
        listener.tick(now)
    }

    /// Applies a changed list of peers, and ends overdue connections; call it once a second.
    func sweep(_ now: UInt64) {
        if listener.sweep(now) { endRemovedKeys() }
        for presence in presences.values { presence.logFailure() }
    }

    /// The labels of the open connections in metrics.
    var connectionLabels: [ConnectionLabel] {
        peers.values.filter { !$0.isOver }.map { ConnectionLabel(peer: label(of: $0.key), endpoint: $0.endpoint) }
    }

    /// The labels of far bridges in metrics, by their names in the ``CreditBudget``.
    var owners: [String: String] {
        Dictionary(peers.values.map { ("\($0.key)", label(of: $0.key)) }) { first, _ in first }
    }

    private func checkTime(_ peer: FarPeer, _ now: UInt64) {
        peer.relay.checkTime(now)
        if let endsAt = peer.endsAt {
            if now > endsAt { end(peer) }
        } else if peer.endpoint != .presence, !peer.relay.isOpen,
            Deadline.elapsed(from: peer.relay.madeAt ?? now, to: now) > Self.handshakeMaxNs
        {
            endAtOnce(peer, "the broker does not answer")
        }
    }

    /// Ends a connection without a broker, and sends the reason.
    func endAtOnce(_ peer: FarPeer, _ reason: String) {
        peer.relay.send(.end, Array(reason.utf8))
        peer.relay.close()
        peer.endsAt = Deadline.monotonicNanoseconds() + Self.closingMaxNs
    }

    private func endRemovedKeys() {
        let removed = peers.values.filter { !$0.isOver && !listener.permissions.allows($0.key) }
        for peer in removed { kill(peer) }
        for key in Set(removed.map(\.key)) {
            context.logger.notice("connections are ended because their key was removed", metadata: ["key": "\(key)"])
        }
    }

    /// Ends the connections of all far bridges.
    func stop() {
        isStopping = true
        for peer in peers.values where !peer.isOver {
            peer.relay.send(.end, Array("the bridge stops".utf8))
            peer.relay.close()
            peer.endsAt = Deadline.monotonicNanoseconds() + Self.closingMaxNs
        }
        loop.writeAll()
    }

    /// Whether all connections have ended.
    var isIdle: Bool { peers.isEmpty && finishing.isEmpty }
}
