import ServiceKit

/// One connection of a far bridge at the listening bridge.
final class FarPeer {
    /// The routing id by which the listening socket sends to the connection.
    let routingID: [UInt8]
    /// The descriptor in libzmq, used to end the connection.
    let descriptor: Int32
    let key: CurveKey
    let broker: Int
    let endpoint: RelayEndpoint
    /// Forwards data to a broker; for presence it only counts frames.
    let relay: Relay
    /// The deadline for the far bridge to close the connection; nil while the connection is in use.
    var endsAt: UInt64?
    /// Whether further frames are ignored.
    var isOver = false

    init(_ routingID: [UInt8], _ descriptor: Int32, _ key: CurveKey, _ opening: Opening, _ relay: Relay) {
        self.routingID = routingID
        self.descriptor = descriptor
        self.key = key
        (broker, endpoint) = (opening.broker, opening.endpoint)
        self.relay = relay
    }
}
