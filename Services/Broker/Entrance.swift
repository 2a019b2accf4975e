import Messaging

/// Where peers are taken in for a door, and how they prove who they are.
struct Entrance {
    let door: Door
    let listener: StreamListener
    let security: ConnectionSecurity
    /// Whether the bridge alone may connect there, and speaks for processes of other hosts.
    let isForBridge: Bool

    /// Whether a peer is known by its key instead of by its user.
    var isForKeys: Bool { security.isServer }

    /// All entrances of a broker, by the numbers under which the poller reports them.
    ///
    /// - Parameters:
    ///   - configuration: Where they are.
    ///   - isKnown: Whether the holder of a key may come in.
    /// - Returns: The entrances, which listen already.
    /// - Throws: `SocketError` if an endpoint is none or taken.
    static func all(
        _ configuration: BrokerConfiguration,
        isKnown: @escaping @Sendable (CurveKey) -> Bool
    ) throws(SocketError) -> [UInt64: Entrance] {
        var places: [(door: Door, endpoint: String, security: ConnectionSecurity)] = [
            (.requests, configuration.requests, .none),
            (.eventsIn, configuration.eventsIn, .none),
            (.eventsOut, configuration.eventsOut, .none),
        ]
        if let foreign = configuration.foreign { places.append((.foreign, foreign, .none)) }
        if let remote = configuration.remote {
            let security = ConnectionSecurity.curveServer(remote.keys, isKnown: isKnown)
            for (door, endpoint) in remote.endpoints { places.append((door, endpoint, security)) }
        }
        let firstOfBridge = places.count
        if let bridge = configuration.bridge {
            places.append((.requests, bridge.requests, .none))
            places.append((.eventsIn, bridge.publish, .none))
            places.append((.eventsOut, bridge.subscribe, .none))
        }
        if let foreign = configuration.bridgeForeign { places.append((.foreign, foreign, .none)) }
        var entrances: [UInt64: Entrance] = [:]
        for (index, place) in places.enumerated() {
            entrances[UInt64(index) + 1] = Entrance(
                door: place.door,
                listener: try StreamListener(place.endpoint),
                security: place.security,
                isForBridge: index >= firstOfBridge
            )
        }
        return entrances
    }
}
