import Messaging

/// A listening socket and the role of its connections.
struct Entrance {
    let door: Door
    let listener: StreamListener
    /// Whether only the bridge may connect here; it connects for processes of other hosts.
    let isForBridge: Bool

    /// Opens all listeners of a broker, by the numbers under which the poller reports them.
    ///
    /// - Parameter configuration: The broker's configuration, with its endpoints.
    /// - Returns: The listeners.
    /// - Throws: `SocketError` if an endpoint is invalid or in use.
    static func all(_ configuration: BrokerConfiguration) throws(SocketError) -> [UInt64: Entrance] {
        var places: [(door: Door, endpoint: String)] = [
            (.requests, configuration.requests),
            (.eventsIn, configuration.eventsIn),
            (.eventsOut, configuration.eventsOut),
        ]
        if let foreign = configuration.foreign { places.append((.foreign, foreign)) }
        let firstOfBridge = places.count
        if let bridge = configuration.bridge {
            places.append((.requests, bridge.requests))
            places.append((.eventsIn, bridge.publish))
            places.append((.eventsOut, bridge.subscribe))
        }
        if let foreign = configuration.bridgeForeign { places.append((.foreign, foreign)) }
        var entrances: [UInt64: Entrance] = [:]
        for (index, place) in places.enumerated() {
            entrances[UInt64(index) + 1] = Entrance(
                door: place.door,
                listener: try StreamListener(place.endpoint),
                isForBridge: index >= firstOfBridge
            )
        }
        return entrances
    }
}
