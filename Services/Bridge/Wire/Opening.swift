import Messaging
import ServiceKit

/// What a connection between two bridges stands for.
package enum RelayEndpoint: UInt8, Sendable, CaseIterable {
    /// No connection to a broker: it carries which brokers can be reached.
    case presence = 0
    /// Requests and replies.
    case requests = 1
    /// Where events are handed in.
    case eventsIn = 2
    /// Where events come out.
    case eventsOut = 3

    /// The endpoints that connections to a broker have.
    package static let ofBroker: [RelayEndpoint] = [.requests, .eventsIn, .eventsOut]

    /// The pattern towards the processes of the connecting side's host.
    var localSocketType: SocketType {
        switch self {
        case .requests, .presence: .router
        case .eventsIn: .xsub
        case .eventsOut: .xpub
        }
    }

    /// The pattern towards the broker.
    var brokerSocketType: SocketType {
        switch self {
        case .requests, .presence: .dealer
        case .eventsIn: .pub
        case .eventsOut: .sub
        }
    }

    /// Returns where it lies among the endpoints of a broker.
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
    /// The version of the envelope and of all that it carries.
    package static let version: UInt8 = 1
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
    /// - Throws: `BridgeViolation` if it is of another version, or names no broker or endpoint.
    package init(_ bytes: UnsafeRawBufferPointer) throws(BridgeViolation) {
        guard let version = bytes.first else { throw .malformedBody(.open) }
        guard version == Self.version else { throw .otherVersion(version) }
        guard bytes.count == Self.length, let endpoint = RelayEndpoint(rawValue: bytes[2]),
            DataDirectory.brokerNumbers.contains(Int(bytes[1]))
        else { throw .malformedBody(.open) }
        self.init(broker: Int(bytes[1]), endpoint: endpoint, credit: WireNumber.read(bytes[3...]))
    }

    /// The body.
    package var bytes: [UInt8] {
        [Self.version, UInt8(truncatingIfNeeded: broker), endpoint.rawValue] + WireNumber.bytes(credit)
    }
}
