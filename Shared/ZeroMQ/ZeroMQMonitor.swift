import CZeroMQ

/// Tells what happens to the connections of a socket.
@safe package final class ZeroMQMonitor {
    /// What happened.
    package enum Event: Equatable, Sendable {
        /// A listener took a connection in; its handshake begins.
        case accepted(descriptor: Int32)
        /// A connection has ended, whether or not its handshake was done.
        case disconnected(descriptor: Int32)
        /// The system has connected; the handshake begins.
        case connected(descriptor: Int32)
        /// An attempt to connect came to nothing.
        case connectFailed
        /// A handshake is done.
        case handshakeDone
        /// The other side, or this one, refused the handshake.
        case handshakeRefused
        /// The system gives no descriptor for a further connection.
        case acceptFailed(code: Int32)
    }

    private let watched: ZeroMQSocket
    private let receiver: ZeroMQSocket
    private let message = ZeroMQMessage()

    /// Watches a socket from now on; before it binds or connects, so that nothing is missed.
    ///
    /// - Throws: `ZeroMQError` if the context has as many sockets as it may.
    package init(_ socket: ZeroMQSocket) throws(ZeroMQError) {
        let endpoint = socket.context.nextMonitorEndpoint()
        watched = socket
        receiver = try ZeroMQSocket(socket.context, .pair)
        // What a monitor misses would leave a connection uncounted.
        try receiver.set(.receiveHighWaterMark, 0)
        try receiver.set(.linger, 0)
        guard unsafe zmq_socket_monitor(socket.handle, endpoint, ZMQ_EVENT_ALL) == 0 else {
            throw .last("zmq_socket_monitor")
        }
        try receiver.connect(endpoint)
    }

    deinit { _ = unsafe zmq_socket_monitor(watched.handle, nil, 0) }

    /// See ``ZeroMQSocket/descriptor()``.
    package func descriptor() throws(ZeroMQError) -> Int32 { try receiver.descriptor() }

    /// Returns the next event that is of interest; nil if there is none now.
    ///
    /// - Throws: `ZeroMQError` if the socket is of no more use.
    package func next() throws(ZeroMQError) -> Event? {
        while try receiver.receive(message) {
            let bytes = unsafe message.bytes
            let event = bytes.count >= 6 ? unsafe Self.event(bytes) : nil
            while message.hasMore, try receiver.receive(message) {}
            if let event { return event }
        }
        return nil
    }

    /// Reads an event: 16 bits that say which, then 32 bits of value, in the byte order of this machine.
    private static func event(_ bytes: UnsafeRawBufferPointer) -> Event? {
        let number = unsafe Int32(bytes.loadUnaligned(as: UInt16.self))
        let value = unsafe bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self)
        return switch number {
        case ZMQ_EVENT_ACCEPTED: .accepted(descriptor: value)
        case ZMQ_EVENT_DISCONNECTED: .disconnected(descriptor: value)
        case ZMQ_EVENT_CONNECTED: .connected(descriptor: value)
        case ZMQ_EVENT_CLOSED: .connectFailed
        case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .handshakeDone
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH, ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL,
            ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
            .handshakeRefused
        case ZMQ_EVENT_ACCEPT_FAILED: .acceptFailed(code: value)
        default: nil
        }
    }
}
