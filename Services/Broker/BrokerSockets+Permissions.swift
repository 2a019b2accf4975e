import Messaging

/// Looks up permissions from the list of peers and the kernel's credentials.
extension BrokerSockets {
    /// Returns a peer's permissions before its handshake is done; nil if it may not connect.
    func initialPermissions(at listener: Listener, _ credentials: PeerCredentials?) -> Permissions? {
        if listener.isForBridge { return isBridge(credentials) ? Permissions.none : nil }
        return permissions(listener.role, credentials)
    }

    /// Returns the permissions that the list grants a peer now; nil if it must be disconnected.
    func currentPermissions(of peer: Peer) -> Permissions? {
        if peer.isBridged, !isBridge(peer.connection.credentials) { return nil }
        if let key = peer.key { return accessControl.list.permissions(of: key) }
        return peer.isBridged ? Permissions.bridge : permissions(peer.role, peer.connection.credentials)
    }

    private func isBridge(_ credentials: PeerCredentials?) -> Bool {
        credentials?.user == accessControl.list.bridgeUser
    }

    /// Returns the permissions of a user of this host at an endpoint; nil if it may not connect.
    private func permissions(_ role: EndpointRole, _ credentials: PeerCredentials?) -> Permissions? {
        role == .external ? Permissions.none : credentials.flatMap { accessControl.list.permissions(ofUser: $0.user) }
    }
}
