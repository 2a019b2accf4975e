import Messaging
import ServiceKit

/// One connection of a far bridge, as the listening side has it.
final class FarPeer {
    /// By which the listening socket sends to it.
    let routingID: [UInt8]
    /// Its descriptor in libzmq, by which it is ended.
    let descriptor: Int32
    let key: CurveKey
    let broker: Int
    let endpoint: RelayEndpoint
    /// Carries a connection to a broker; for presence it counts frames alone.
    let relay: Relay
    /// When it is ended by force; nil as long as it may stay.
    var endsAt: UInt64?
    /// Whether nothing more of it is taken.
    var isOver = false

    init(_ routingID: [UInt8], _ descriptor: Int32, _ key: CurveKey, _ opening: Opening, _ relay: Relay) {
        self.routingID = routingID
        self.descriptor = descriptor
        self.key = key
        (broker, endpoint) = (opening.broker, opening.endpoint)
        self.relay = relay
    }
}
