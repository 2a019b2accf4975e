import Messaging

/// What the list of peers and the kernel say of a peer.
extension BrokerSockets {
    /// What a peer may do before its handshake is done; nil if it may not come in.
    func firstRights(at entrance: Entrance, _ credentials: PeerCredentials?) -> PeerRights? {
        if entrance.isForBridge { return isBridge(credentials) ? PeerRights.none : nil }
        return rights(entrance.door, credentials)
    }

    /// What the list lets a peer do now; nil if nothing, and it may not stay.
    func currentRights(of peer: Peer) -> PeerRights? {
        if peer.isBridged, !isBridge(peer.connection.credentials) { return nil }
        if let key = peer.key { return policy.register.rights(of: key) }
        return peer.isBridged ? PeerRights.bridge : rights(peer.door, peer.connection.credentials)
    }

    private func isBridge(_ credentials: PeerCredentials?) -> Bool {
        credentials?.user == policy.register.bridgeUser
    }

    /// What somebody on this host may do at a door; nil if nothing.
    private func rights(_ door: Door, _ credentials: PeerCredentials?) -> PeerRights? {
        door == .foreign ? PeerRights.none : credentials.flatMap { policy.register.rights(ofUser: $0.user) }
    }
}
