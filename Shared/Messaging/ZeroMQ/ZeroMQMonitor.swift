import CZeroMQ

/// Reports events of the connections of a socket.
@safe package final class ZeroMQMonitor {
    /// An event of a connection.
    package enum Event: Equatable, Sendable {
        /// A listener has bound its endpoint; the descriptor belongs to libzmq as long as the endpoint is bound.
        case listening(descriptor: Int32)
        /// A listener has accepted a connection; its handshake begins.
        case accepted(descriptor: Int32)
        /// A connection has ended, during or after its handshake.
        case disconnected(descriptor: Int32)
        /// The system has connected; the handshake begins.
        case connected(descriptor: Int32)
        /// An attempt to connect has failed.
        case connectFailed
        /// A handshake is done.
        case handshakeDone
        /// The other side has refused the handshake, or the handshake has failed. Some failures only disconnect.
        case handshakeRefused
        /// The system could not accept a connection, for example because no descriptor is left; the code is an `errno`.
        case acceptFailed(code: Int32)
    }

    /// The observed events, without `ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL`.
    ///
    /// libzmq 4.3.4 sends that event between an error of CURVE and the check of `errno`, which may then be EAGAIN. A
    /// repeated frame would then not end its connection, and would abort the process at the next heartbeat.
    private static let events =
        ZMQ_EVENT_LISTENING | ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_ACCEPT_FAILED | ZMQ_EVENT_CONNECTED | ZMQ_EVENT_CLOSED
        | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
        | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL

    private let watched: ZeroMQSocket
    private let receiver: ZeroMQSocket
    private let message = ZeroMQMessage()

    /// Begins to watch a socket; call it before the socket binds or connects, so that no event is missed.
    ///
    /// - Throws: `ZeroMQError` if the context has its maximum number of sockets.
    package init(_ socket: ZeroMQSocket) throws(ZeroMQError) {
        let endpoint = socket.context.nextMonitorEndpoint()
        watched = socket
        receiver = try ZeroMQSocket(socket.context, .pair)
        // Without a bound: a dropped event would leave a connection uncounted.
        try receiver.set(.receiveHighWaterMark, 0)
        try receiver.set(.linger, 0)
        guard unsafe zmq_socket_monitor(socket.handle, endpoint, Self.events) == 0 else {
            throw .last("zmq_socket_monitor")
        }
        try receiver.connect(endpoint)
    }

    deinit { _ = unsafe zmq_socket_monitor(watched.handle, nil, 0) }

    /// See ``ZeroMQSocket/descriptor()``.
    package func descriptor() throws(ZeroMQError) -> Int32 { try receiver.descriptor() }

    /// Returns the next event; nil if there is none now.
    ///
    /// - Throws: `ZeroMQError` if the socket is unusable.
    package func next() throws(ZeroMQError) -> Event? {
        while try receiver.receive(message) {
            let bytes = unsafe message.bytes
            let event = bytes.count >= 6 ? unsafe Self.event(bytes) : nil
            while message.hasMore, try receiver.receive(message) {}
            if let event { return event }
        }
        return nil
    }

    /// Parses an event: its number in 16 bits, then its value in 32 bits, in the byte order of this machine.
    private static func event(_ bytes: UnsafeRawBufferPointer) -> Event? {
        let number = unsafe Int32(bytes.loadUnaligned(as: UInt16.self))
        let value = unsafe bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self)
        return switch number {
        case ZMQ_EVENT_LISTENING: .listening(descriptor: value)
        case ZMQ_EVENT_ACCEPTED: .accepted(descriptor: value)
        case ZMQ_EVENT_DISCONNECTED: .disconnected(descriptor: value)
        case ZMQ_EVENT_CONNECTED: .connected(descriptor: value)
        case ZMQ_EVENT_CLOSED: .connectFailed
        case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .handshakeDone
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH, ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: .handshakeRefused
        case ZMQ_EVENT_ACCEPT_FAILED: .acceptFailed(code: value)
        default: nil
        }
    }
}
