import Contracts
import Messaging
import ServiceKit

/// What a connected process may do.
struct PeerRights: Equatable {
    /// Services that it may offer; nil for all.
    let offers: Set<String>?
    /// Services that it may call; nil for all.
    let calls: Set<String>?
    /// Whether it may say for which user it calls.
    let speaksForUsers: Bool
    /// Whether it runs as the broker's own user, for which the kernel vouches; no list can say so.
    let isOwnUser: Bool
    /// Whether it is the bridge, which may publish its own figures.
    let isBridge: Bool

    /// Of a process that runs as the broker's own user, which could open every database anyway.
    static let all = PeerRights(offers: nil, calls: nil, speaksForUsers: true, isOwnUser: true)

    /// Of somebody who has not said yet who it is, or acts for nobody.
    static let none = PeerRights(offers: [], calls: [], speaksForUsers: false)

    /// Of the bridge itself, besides the processes for which it speaks: it publishes its figures.
    static let bridge = PeerRights(offers: [], calls: [], speaksForUsers: false, isBridge: true)

    /// Grants what the gateway needs and no more: it calls every service for its users, and offers none.
    static let gateway = PeerRights(offers: [], calls: nil, speaksForUsers: true)

    /// Whether it is a process of the stack, for which the bound of one owner of unread bytes does not hold.
    ///
    /// A gateway makes the calls of all users over a few connections. Where all peers together leave too much unread, it counts
    /// as one owner.
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

    /// Returns the services that a list names; nil for all.
    private static func services(_ names: [String]?) -> Set<String>? {
        let names = names ?? []
        return names.contains(PeerPolicy.Peer.allServices) ? nil : Set(names)
    }

    var areUnlimited: Bool { offers == nil && calls == nil && speaksForUsers }
    /// Whether it may offer a service, or heavy methods of one that it may offer (`diary-imports` of `diary`).
    func mayOffer(_ service: String) -> Bool {
        offers?.contains { service == $0 || service.hasPrefix("\($0)-") } ?? true
    }

    /// Whether it may publish on a topic: the beacons and figures of what it offers; copies of events are for others to vouch
    /// for.
    func mayPublish(_ topic: String) -> Bool {
        if areUnlimited { return true }
        if isBridge { return topic == MetricsReport.topic(of: MetricsReport.bridge) }
        if topic == MetricsQuestion.topic || Self.isOfGateway(topic) { return speaksForUsers }
        return (Self.beaconService(topic) ?? Self.reportingService(topic)).map(mayOffer) ?? false
    }

    /// Whether it may listen to a topic: the beacons of what it calls, and questions to all; events themselves tell of people,
    /// and figures of how busy a server is.
    func mayWatch(_ topic: String) -> Bool {
        if areUnlimited || [MetricsQuestion.topic, EventsWanted.topic].contains(topic) { return true }
        if Self.isOfGateway(topic) || Self.reportingService(topic) != nil { return speaksForUsers }
        return Self.beaconService(topic).map(mayCall) ?? false
    }

    /// Of which service's processes a topic carries figures or steps of traces; nil if of none.
    private static func reportingService(_ topic: String) -> String? {
        MetricsReport.sources.first {
            MetricsReport.topic(of: $0) == topic || SpanReport.topic(of: $0) == topic
        }?.rawValue
    }

    /// Gateways offer no service, and are known by whom they speak for.
    private static func isOfGateway(_ topic: String) -> Bool {
        reportingService(topic) == MetricsReport.gateway.rawValue
    }

    /// Whose beacon a topic is; nil if it is none.
    private static func beaconService(_ topic: String) -> String? {
        if topic == LeaderboardBoards.topic { return ServiceName.leaderboard.rawValue }
        return ServiceName.all.first { Beacon.topic(of: $0) == topic }?.rawValue
    }

    func mayCall(_ service: String) -> Bool { calls?.contains(service) ?? true }
}

/// The rights of all who may come in, by user id or key.
struct PeerRegister: Equatable {
    private var byUser: [UInt32: PeerRights] = [:]
    private var byKey: [CurveKey: PeerRights] = [:]

    /// Whether users other than the broker's own are among them.
    let hasUsers: Bool
    /// The user whose processes may connect to the sockets of the bridge.
    let bridgeUser: UInt32

    /// Combines the list with the users that need no entry in it.
    ///
    /// - Parameters:
    ///   - policy: The list.
    ///   - ownUser: The broker's own user, which may do everything.
    ///   - gatewayUser: The user of the gateway if it is not the broker's own. The list cannot grant it other rights.
    ///   - bridgeUser: The user of the bridge, if the configuration says it; else the list does, and else it is the
    ///     broker's own.
    init(_ policy: PeerPolicy, ownUser: UInt32, gatewayUser: UInt32? = nil, bridgeUser: UInt32? = nil) {
        self.bridgeUser = bridgeUser ?? policy.bridgeUser ?? ownUser
        hasUsers =
            policy.peers.contains { $0.user != nil }
            || [gatewayUser, bridgeUser].contains { ($0 ?? ownUser) != ownUser }
        // The bridge itself has no rights: it speaks for others, each with a key of its own.
        for peer in policy.peers where !peer.isBridge {
            if let user = peer.user { byUser[user] = PeerRights(peer) }
            if let key = peer.key.flatMap(CurveKey.init) { byKey[key] = PeerRights(peer) }
        }
        if let gatewayUser { byUser[gatewayUser] = .gateway }
        byUser[ownUser] = .all
    }

    func rights(ofUser user: UInt32) -> PeerRights? { byUser[user] }
    func rights(of key: CurveKey) -> PeerRights? { byKey[key] }
}
