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
        /// The other side refused the handshake, or it came to nothing; other failures only disconnect.
        case handshakeRefused
        /// The system gives no descriptor for a further connection.
        case acceptFailed(code: Int32)
    }

    /// All that is of interest, without `ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL`.
    ///
    /// libzmq 4.3.4 sends that event between an error of CURVE and the look at `errno`, which it then may find as EAGAIN. A
    /// frame that was sent twice then does not end its connection, and aborts the process with the next heartbeat.
    private static let events =
        ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_ACCEPT_FAILED | ZMQ_EVENT_CONNECTED | ZMQ_EVENT_CLOSED
        | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
        | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL

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
        guard unsafe zmq_socket_monitor(socket.handle, endpoint, Self.events) == 0 else {
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
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH, ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: .handshakeRefused
        case ZMQ_EVENT_ACCEPT_FAILED: .acceptFailed(code: value)
        default: nil
        }
    }
}
