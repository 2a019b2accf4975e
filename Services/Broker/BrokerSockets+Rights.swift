import Messaging

/// Looks up permissions from the list of peers and the kernel's credentials.
extension BrokerSockets {
    /// Returns a peer's permissions before its handshake is done; nil if it may not connect.
    func firstRights(at entrance: Entrance, _ credentials: PeerCredentials?) -> PeerRights? {
        if entrance.isForBridge { return isBridge(credentials) ? PeerRights.none : nil }
        return rights(entrance.door, credentials)
    }

    /// Returns the permissions that the list grants a peer now; nil if it must be disconnected.
    func currentRights(of peer: Peer) -> PeerRights? {
        if peer.isBridged, !isBridge(peer.connection.credentials) { return nil }
        if let key = peer.key { return policy.register.rights(of: key) }
        return peer.isBridged ? PeerRights.bridge : rights(peer.door, peer.connection.credentials)
    }

    private func isBridge(_ credentials: PeerCredentials?) -> Bool {
        credentials?.user == policy.register.bridgeUser
    }

    /// Returns the permissions of a user of this host at an endpoint; nil if it may not connect.
    private func rights(_ door: Door, _ credentials: PeerCredentials?) -> PeerRights? {
        door == .foreign ? PeerRights.none : credentials.flatMap { policy.register.rights(ofUser: $0.user) }
    }
}
