import Messaging

/// Where peers are taken in for a door.
struct Entrance {
    let door: Door
    let listener: StreamListener
    /// Whether the bridge alone may connect there, and speaks for processes of other hosts.
    let isForBridge: Bool

    /// All entrances of a broker, by the numbers under which the poller reports them.
    ///
    /// - Parameter configuration: Where they are.
    /// - Returns: The entrances, which listen already.
    /// - Throws: `SocketError` if an endpoint is none or taken.
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
