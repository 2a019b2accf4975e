import MessageBus
import ServiceKit
import ZMTP

/// The purpose of a connection between two bridges.
package enum RelayEndpoint: UInt8, Sendable, CaseIterable {
    /// Reports which brokers can be reached; it belongs to no broker's endpoint.
    case presence = 0
    /// Requests and replies.
    case requests = 1
    /// Events from publishers.
    case eventsIn = 2
    /// Events to subscribers.
    case eventsOut = 3

    /// The endpoints of a broker.
    package static let ofBroker: [RelayEndpoint] = [.requests, .eventsIn, .eventsOut]

    /// The socket type towards processes of the connecting bridge's host.
    var localSocketType: SocketType {
        switch self {
        case .requests, .presence: .router
        case .eventsIn: .xsub
        case .eventsOut: .xpub
        }
    }

    /// The socket type towards the broker.
    var brokerSocketType: SocketType {
        switch self {
        case .requests, .presence: .dealer
        case .eventsIn: .pub
        case .eventsOut: .sub
        }
    }

    /// Returns the endpoint of a broker that has this purpose.
    func endpoint(of broker: BrokerEndpoints) -> String {
        switch self {
        case .requests, .presence: broker.requests
        case .eventsIn: broker.publish
        case .eventsOut: broker.subscribe
        }
    }
}

/// The body of the first frame of a connection between two bridges.
///
///     version (1 byte) | number of the broker (1) | endpoint (1) | credit for the other side (8)
package struct Opening: Equatable, Sendable {
    /// The version of the envelope, of all bodies, and of the messages of the bus that they carry.
    package static let version: UInt8 = 2
    private static let length = 3 + WireNumber.length

    package let broker: Int
    package let endpoint: RelayEndpoint
    /// Bytes of data that the other side may send.
    package let credit: UInt64

    package init(broker: Int, endpoint: RelayEndpoint, credit: UInt64) {
        self.broker = broker
        self.endpoint = endpoint
        self.credit = credit
    }

    /// Reads a body.
    ///
    /// - Throws: `BridgeViolation` if the body has another version, or names no broker or endpoint.
    package init(_ bytes: UnsafeRawBufferPointer) throws(BridgeViolation) {
        guard let version = bytes.first else { throw .malformedBody(.open) }
        guard version == Self.version else { throw .otherVersion(version) }
        guard bytes.count == Self.length, let endpoint = RelayEndpoint(rawValue: bytes[2]),
            DataDirectory.brokerNumbers.contains(Int(bytes[1]))
        else { throw .malformedBody(.open) }
        self.init(broker: Int(bytes[1]), endpoint: endpoint, credit: WireNumber.read(bytes[3...]))
    }

    /// The encoded body.
    package var bytes: [UInt8] {
        [Self.version, UInt8(truncatingIfNeeded: broker), endpoint.rawValue] + WireNumber.bytes(credit)
    }
}
