import Contracts
import Observability
import ServiceKit
import ZMTP

/// What a connected process may do.
struct Permissions: Equatable {
    /// Services that it may offer; nil for all.
    let offers: Set<String>?
    /// Services that it may call; nil for all.
    let calls: Set<String>?
    /// Whether it may name the user for which it calls.
    let speaksForUsers: Bool
    /// Whether it runs as the broker's own user, which the kernel confirms; no list can grant it.
    let isOwnUser: Bool
    /// Whether it is the bridge, which may publish its own metrics.
    let isBridge: Bool

    /// Grants everything: a process of the broker's own user could open every database anyway.
    static let all = Permissions(offers: nil, calls: nil, speaksForUsers: true, isOwnUser: true)

    /// Grants nothing: to a peer that is not identified yet, and to external peers, which act for no user.
    static let none = Permissions(offers: [], calls: [], speaksForUsers: false)

    /// Grants the bridge itself permission to publish its metrics; processes of other hosts have their own permissions.
    static let bridge = Permissions(offers: [], calls: [], speaksForUsers: false, isBridge: true)

    /// Grants what the gateway needs and no more: it calls every service for its users, and offers none.
    static let gateway = Permissions(offers: [], calls: nil, speaksForUsers: true)

    /// Whether it is a process of the stack, which the bound of queued bytes of one owner does not apply to.
    ///
    /// A gateway makes the calls of all users over a few connections. When all peers together exceed the bound, it
    /// counts as one owner.
    var isOfStack: Bool { isOwnUser || self == .gateway }

    init(
        offers: Set<String>?,
        calls: Set<String>?,
        speaksForUsers: Bool,
        isOwnUser: Bool = false,
        isBridge: Bool = false
    ) {
        self.offers = offers
        self.calls = calls
        self.speaksForUsers = speaksForUsers
        self.isOwnUser = isOwnUser
        self.isBridge = isBridge
    }

    init(_ peer: PeerPolicy.Peer) {
        self.init(
            offers: Self.services(peer.offers),
            calls: Self.services(peer.calls),
            speaksForUsers: peer.speaksForUsers ?? false
        )
    }

    /// Returns the services that a list contains; nil for all.
    private static func services(_ names: [String]?) -> Set<String>? {
        let names = names ?? []
        return names.contains(PeerPolicy.Peer.allServices) ? nil : Set(names)
    }

    var areUnlimited: Bool { offers == nil && calls == nil && speaksForUsers }
    /// Returns whether it may offer a service, or the bulk methods of one that it may offer (`diary-imports` of
    /// `diary`).
    func mayOffer(_ service: String) -> Bool {
        offers?.contains { service == $0 || service.hasPrefix("\($0)-") } ?? true
    }

    /// Returns whether it may publish on a topic: the beacons and metrics of the services that it offers.
    ///
    /// It may not publish copies of other services' events.
    func mayPublish(_ topic: String) -> Bool {
        if areUnlimited { return true }
        if isBridge { return topic == MetricsReport.topic(of: MetricsReport.bridge) }
        if topic == MetricsQuestion.topic || Self.isOfGateway(topic) { return speaksForUsers }
        return (Self.beaconService(topic) ?? Self.reportingService(topic)).map(mayOffer) ?? false
    }

    /// Returns whether it may subscribe to a topic: the beacons of what it calls, and questions to all processes.
    ///
    /// Events carry personal data, and metrics show how busy a server is.
    func maySubscribe(_ topic: String) -> Bool {
        if areUnlimited || [MetricsQuestion.topic, EventsWanted.topic].contains(topic) { return true }
        if Self.isOfGateway(topic) || Self.reportingService(topic) != nil { return speaksForUsers }
        return Self.beaconService(topic).map(mayCall) ?? false
    }

    /// Returns the service of the metrics or spans that a topic carries; nil if none.
    private static func reportingService(_ topic: String) -> String? {
        MetricsReport.sources.first {
            MetricsReport.topic(of: $0) == topic || SpanReport.topic(of: $0) == topic
        }?.rawValue
    }

    /// Returns whether a topic carries the gateway's reports; gateways offer no service, so the permission to act for
    /// users identifies them.
    private static func isOfGateway(_ topic: String) -> Bool {
        reportingService(topic) == MetricsReport.gateway.rawValue
    }

    /// Returns the service of the beacon that a topic carries; nil if none.
    private static func beaconService(_ topic: String) -> String? {
        ServiceName.all.first { Beacon.topic(of: $0) == topic }?.rawValue
    }

    func mayCall(_ service: String) -> Bool { calls?.contains(service) ?? true }
}

/// The permissions of all users and keys that may connect.
struct AccessControlList: Equatable {
    private var byUser: [UInt32: Permissions] = [:]
    private var byKey: [CurveKey: Permissions] = [:]

    /// Whether users other than the broker's own may connect.
    let hasUsers: Bool
    /// The user of the processes that may connect to the sockets of the bridge.
    let bridgeUser: UInt32

    /// Combines the list with the users that need no entry in it.
    ///
    /// - Parameters:
    ///   - policy: The list of peers.
    ///   - ownUser: The broker's own user, which has all permissions.
    ///   - gatewayUser: The user of the gateway if it is not the broker's own. The list cannot grant it other
    ///     permissions.
    ///   - bridgeUser: The configured user of the bridge. If nil, the list names it; without either, it is the broker's
    ///     own user.
    init(_ policy: PeerPolicy, ownUser: UInt32, gatewayUser: UInt32? = nil, bridgeUser: UInt32? = nil) {
        self.bridgeUser = bridgeUser ?? policy.bridgeUser ?? ownUser
        hasUsers =
            policy.peers.contains { $0.user != nil }
            || [gatewayUser, bridgeUser].contains { ($0 ?? ownUser) != ownUser }
        // The bridge itself has no permissions: it connects for others, each with a key of its own.
        for peer in policy.peers where !peer.isBridge {
            if let user = peer.user { byUser[user] = Permissions(peer) }
            if let key = peer.key.flatMap(CurveKey.init) { byKey[key] = Permissions(peer) }
        }
        if let gatewayUser { byUser[gatewayUser] = .gateway }
        byUser[ownUser] = .all
    }

    func permissions(ofUser user: UInt32) -> Permissions? { byUser[user] }
    func permissions(of key: CurveKey) -> Permissions? { byKey[key] }
}

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
