import Messaging

/// Looks up permissions from the list of peers and the kernel's credentials.
extension BrokerSockets {
    /// Returns a peer's permissions before its handshake is done; nil if it may not connect.
    func initialPermissions(at entrance: Entrance, _ credentials: PeerCredentials?) -> Permissions? {
        if entrance.isForBridge { return isBridge(credentials) ? Permissions.none : nil }
        return permissions(entrance.door, credentials)
    }

    /// Returns the permissions that the list grants a peer now; nil if it must be disconnected.
    func currentPermissions(of peer: Peer) -> Permissions? {
        if peer.isBridged, !isBridge(peer.connection.credentials) { return nil }
        if let key = peer.key { return accessControl.list.permissions(of: key) }
        return peer.isBridged ? Permissions.bridge : permissions(peer.door, peer.connection.credentials)
    }

    private func isBridge(_ credentials: PeerCredentials?) -> Bool {
        credentials?.user == accessControl.list.bridgeUser
    }

    /// Returns the permissions of a user of this host at an endpoint; nil if it may not connect.
    private func permissions(_ door: Door, _ credentials: PeerCredentials?) -> Permissions? {
        door == .foreign ? Permissions.none : credentials.flatMap { accessControl.list.permissions(ofUser: $0.user) }
    }
}
