import Messaging

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
        if let foreign = configuration.foreign { endpoints.append((.external, foreign)) }
        let firstOfBridge = endpoints.count
        if let bridge = configuration.bridge {
            endpoints.append((.requests, bridge.requests))
            endpoints.append((.eventsIn, bridge.publish))
            endpoints.append((.eventsOut, bridge.subscribe))
        }
        if let foreign = configuration.bridgeForeign { endpoints.append((.external, foreign)) }
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
