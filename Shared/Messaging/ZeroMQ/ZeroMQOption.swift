import CZeroMQ

/// A numeric option of a socket, as described in `zmq_setsockopt(3)`.
package struct ZeroMQOption: Sendable {
    let name: String
    let code: Int32
    /// Whether the value has 64 bits instead of 32.
    let isWide: Bool

    private init(_ name: String, _ code: Int32, isWide: Bool = false) {
        self.name = name
        self.code = code
        self.isWide = isWide
    }

    /// The time for which a closed socket still sends waiting messages, in milliseconds; 0 for none.
    package static let linger = ZeroMQOption("ZMQ_LINGER", ZMQ_LINGER)
    /// The interval of attempts to reconnect, in milliseconds; -1 for no attempt.
    package static let reconnectInterval = ZeroMQOption("ZMQ_RECONNECT_IVL", ZMQ_RECONNECT_IVL)
    /// The maximum number of messages that wait to be sent; 0 for no bound.
    package static let sendHighWaterMark = ZeroMQOption("ZMQ_SNDHWM", ZMQ_SNDHWM)
    /// The maximum number of messages that wait to be received; 0 for no bound.
    package static let receiveHighWaterMark = ZeroMQOption("ZMQ_RCVHWM", ZMQ_RCVHWM)
    /// The largest accepted frame, in bytes; a peer that sends a larger one is disconnected.
    package static let maxMessageSize = ZeroMQOption("ZMQ_MAXMSGSIZE", ZMQ_MAXMSGSIZE, isWide: true)
    /// The maximum number of connections that wait to be accepted.
    package static let backlog = ZeroMQOption("ZMQ_BACKLOG", ZMQ_BACKLOG)
    /// Whether IPv6 addresses are allowed besides IPv4 addresses.
    package static let ipv6 = ZeroMQOption("ZMQ_IPV6", ZMQ_IPV6)
    /// The timeout of a handshake, in milliseconds.
    package static let handshakeInterval = ZeroMQOption("ZMQ_HANDSHAKE_IVL", ZMQ_HANDSHAKE_IVL)
    /// The interval of heartbeats, in milliseconds.
    package static let heartbeatInterval = ZeroMQOption("ZMQ_HEARTBEAT_IVL", ZMQ_HEARTBEAT_IVL)
    /// The time without traffic after a heartbeat, in milliseconds, after which the connection ends.
    package static let heartbeatTimeout = ZeroMQOption("ZMQ_HEARTBEAT_TIMEOUT", ZMQ_HEARTBEAT_TIMEOUT)
    /// The timeout of the system's connect, in milliseconds.
    package static let connectTimeout = ZeroMQOption("ZMQ_CONNECT_TIMEOUT", ZMQ_CONNECT_TIMEOUT)
    /// Whether a ROUTER reports a message for an unknown peer instead of dropping it.
    package static let routerMandatory = ZeroMQOption("ZMQ_ROUTER_MANDATORY", ZMQ_ROUTER_MANDATORY)
    /// Whether a ROUTER transfers a routing id to a newer peer with the same id.
    package static let routerHandover = ZeroMQOption("ZMQ_ROUTER_HANDOVER", ZMQ_ROUTER_HANDOVER)
    /// Whether the socket is a CURVE server.
    package static let curveServer = ZeroMQOption("ZMQ_CURVE_SERVER", ZMQ_CURVE_SERVER)
    /// Whether a connection is refused while no ZAP handler answers.
    package static let enforceZAPDomain = ZeroMQOption("ZMQ_ZAP_ENFORCE_DOMAIN", ZMQ_ZAP_ENFORCE_DOMAIN)
}
