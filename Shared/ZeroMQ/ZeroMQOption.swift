import CZeroMQ

/// A numeric option of a socket; `zmq_setsockopt(3)` says what each means.
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

    /// Milliseconds for which a closed socket still sends what waits; 0 for none.
    package static let linger = ZeroMQOption("ZMQ_LINGER", ZMQ_LINGER)
    /// Milliseconds between attempts to connect again; -1 for no further attempt.
    package static let reconnectInterval = ZeroMQOption("ZMQ_RECONNECT_IVL", ZMQ_RECONNECT_IVL)
    /// Messages that may wait to be sent; 0 for no bound.
    package static let sendHighWaterMark = ZeroMQOption("ZMQ_SNDHWM", ZMQ_SNDHWM)
    /// Messages that may wait to be received; 0 for no bound.
    package static let receiveHighWaterMark = ZeroMQOption("ZMQ_RCVHWM", ZMQ_RCVHWM)
    /// The largest frame that is taken, in bytes; a peer that sends a larger one is disconnected.
    package static let maxMessageSize = ZeroMQOption("ZMQ_MAXMSGSIZE", ZMQ_MAXMSGSIZE, isWide: true)
    /// Connections that may wait to be accepted.
    package static let backlog = ZeroMQOption("ZMQ_BACKLOG", ZMQ_BACKLOG)
    /// Whether addresses of IPv6 are taken, besides those of IPv4.
    package static let ipv6 = ZeroMQOption("ZMQ_IPV6", ZMQ_IPV6)
    /// Milliseconds within which a handshake must be done.
    package static let handshakeInterval = ZeroMQOption("ZMQ_HANDSHAKE_IVL", ZMQ_HANDSHAKE_IVL)
    /// Milliseconds between two heartbeats.
    package static let heartbeatInterval = ZeroMQOption("ZMQ_HEARTBEAT_IVL", ZMQ_HEARTBEAT_IVL)
    /// Milliseconds without any traffic after a heartbeat, after which the connection ends.
    package static let heartbeatTimeout = ZeroMQOption("ZMQ_HEARTBEAT_TIMEOUT", ZMQ_HEARTBEAT_TIMEOUT)
    /// Milliseconds within which the system must connect.
    package static let connectTimeout = ZeroMQOption("ZMQ_CONNECT_TIMEOUT", ZMQ_CONNECT_TIMEOUT)
    /// Whether a ROUTER reports a message for an unknown peer instead of dropping it.
    package static let routerMandatory = ZeroMQOption("ZMQ_ROUTER_MANDATORY", ZMQ_ROUTER_MANDATORY)
    /// Whether a ROUTER gives the name of a peer to a newer peer of the same name.
    package static let routerHandover = ZeroMQOption("ZMQ_ROUTER_HANDOVER", ZMQ_ROUTER_HANDOVER)
    /// Whether the socket takes connections as a server of CURVE.
    package static let curveServer = ZeroMQOption("ZMQ_CURVE_SERVER", ZMQ_CURVE_SERVER)
    /// Whether a connection is refused while no ZAP handler answers.
    package static let enforceZAPDomain = ZeroMQOption("ZMQ_ZAP_ENFORCE_DOMAIN", ZMQ_ZAP_ENFORCE_DOMAIN)
}
