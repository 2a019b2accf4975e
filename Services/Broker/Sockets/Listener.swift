import BrokerCore
import MessageBus
import ZMTP

/// The role of a broker endpoint, which decides which peers may connect.
enum EndpointRole {
    /// Requests and replies of Mealwire's own processes.
    case requests
    /// Events from publishers.
    case eventsIn
    /// Events to subscribers.
    case eventsOut
    /// Requests and replies of any Majordomo peer; present only if configured.
    case external

    /// The socket type of the broker's side.
    var socketType: SocketType {
        switch self {
        case .requests, .external: .router
        case .eventsIn: .xsub
        case .eventsOut: .xpub
        }
    }

    /// The most bytes queued for a peer that does not read.
    ///
    /// The capacity of a worker and the calls of a client bound what waits for them. A peer that leaves this much
    /// unread is considered frozen and disconnected; it sends again later. A subscriber misses events instead, and
    /// detects it by the next beacon. ``OutgoingShares`` bounds all connections together.
    var outgoingMax: Int {
        switch self {
        case .requests: OutgoingShares<PeerID, PeerOwner>.bytesMax
        case .external: 8 << 20
        case .eventsIn: 64 << 10
        case .eventsOut: 1 << 20
        }
    }
}

/// A listening socket and the role of its connections.
struct Listener {
    let role: EndpointRole
    let socket: StreamListener
    /// Whether only the bridge may connect here; it connects for processes of other hosts.
    let isForBridge: Bool

    /// Opens all listeners of a broker, by the numbers under which the poller reports them.
    ///
    /// - Parameter configuration: The broker's configuration, with its endpoints.
    /// - Returns: The listeners.
    /// - Throws: `SocketError` if an endpoint is invalid or in use.
    static func openAll(_ configuration: BrokerConfiguration) throws(SocketError) -> [UInt64: Listener] {
        var endpoints: [(role: EndpointRole, endpoint: String)] = [
            (.requests, configuration.requests),
            (.eventsIn, configuration.eventsIn),
            (.eventsOut, configuration.eventsOut),
        ]
        if let external = configuration.external { endpoints.append((.external, external)) }
        let firstOfBridge = endpoints.count
        if let bridge = configuration.bridge {
            endpoints.append((.requests, bridge.requests))
            endpoints.append((.eventsIn, bridge.publish))
            endpoints.append((.eventsOut, bridge.subscribe))
        }
        if let external = configuration.bridgeExternal { endpoints.append((.external, external)) }
        var listeners: [UInt64: Listener] = [:]
        for (index, entry) in endpoints.enumerated() {
            listeners[UInt64(index) + 1] = Listener(
                role: entry.role,
                socket: try StreamListener(entry.endpoint),
                isForBridge: index >= firstOfBridge
            )
        }
        return listeners
    }
}
