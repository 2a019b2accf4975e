import CZeroMQ

/// A ZeroMQ socket.
///
/// It belongs to the thread that made it.
@safe package final class ZMQSocket {
    /// The patterns in use.
    package enum Kind: Sendable {
        case dealer
        case router
        case pub
        case sub
        case xpub
        case xsub
        case pair

        var code: Int32 {
            switch self {
            case .dealer: ZMQ_DEALER
            case .router: ZMQ_ROUTER
            case .pub: ZMQ_PUB
            case .sub: ZMQ_SUB
            case .xpub: ZMQ_XPUB
            case .xsub: ZMQ_XSUB
            case .pair: ZMQ_PAIR
            }
        }
    }

    let pointer: UnsafeMutableRawPointer
    private let context: ZMQContext

    package init(_ kind: Kind, _ context: ZMQContext) throws(ZMQError) {
        guard let pointer = unsafe zmq_socket(context.pointer, kind.code) else { throw .last("zmq_socket") }
        unsafe self.pointer = unsafe pointer
        self.context = context
        try set(ZMQ_LINGER, Int32(0))
        try set(ZMQ_SNDHWM, Int32(MessageLimits.highWaterMark))
        try set(ZMQ_RCVHWM, Int32(MessageLimits.highWaterMark))
        try set(ZMQ_MAXMSGSIZE, Int64(MessageLimits.frameMax))
    }

    deinit {
        unsafe zmq_close(pointer)
    }

    package func set(_ option: Int32, _ value: Int32) throws(ZMQError) {
        var value = value
        guard unsafe zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size) == 0 else {
            throw .last("zmq_setsockopt(\(option))")
        }
    }

    package func set(_ option: Int32, _ value: Int64) throws(ZMQError) {
        var value = value
        guard unsafe zmq_setsockopt(pointer, option, &value, MemoryLayout<Int64>.size) == 0 else {
            throw .last("zmq_setsockopt(\(option))")
        }
    }

    /// Milliseconds for which unsent messages outlive the socket.
    package func setLinger(milliseconds: Int32) throws(ZMQError) { try set(ZMQ_LINGER, milliseconds) }

    /// Makes a ROUTER say so when it does not know an address, instead of dropping the message.
    package func setRouterMandatory() throws(ZMQError) { try set(ZMQ_ROUTER_MANDATORY, Int32(1)) }

    /// Makes an XPUB pass every subscription on, also repeated ones.
    package func setVerboseSubscriptions() throws(ZMQError) { try set(ZMQ_XPUB_VERBOSE, Int32(1)) }

    /// How soon a lost connection is tried again, and how far that backs off.
    package func setReconnect(firstMs: Int32, maxMs: Int32) throws(ZMQError) {
        try set(ZMQ_RECONNECT_IVL, firstMs)
        try set(ZMQ_RECONNECT_IVL_MAX, maxMs)
    }

    package func bind(_ endpoint: String) throws(ZMQError) {
        guard unsafe zmq_bind(pointer, endpoint) == 0 else { throw .last("bind \(endpoint)") }
    }

    package func connect(_ endpoint: String) throws(ZMQError) {
        guard unsafe zmq_connect(pointer, endpoint) == 0 else { throw .last("connect \(endpoint)") }
    }

    package func subscribe(_ topic: String) throws(ZMQError) {
        let bytes = Array(topic.utf8)
        guard unsafe zmq_setsockopt(pointer, ZMQ_SUBSCRIBE, bytes, bytes.count) == 0 else { throw .last("subscribe") }
    }

    /// Sends one frame from bytes.
    ///
    /// - Returns: Whether it was taken; false when the peer is unknown or its queue is full.
    @discardableResult
    package func send(_ bytes: [UInt8], more: Bool) -> Bool {
        unsafe bytes.withUnsafeBytes { unsafe send($0, more: more) }
    }

    /// Sends one frame from bytes, which are copied.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> Bool {
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        return unsafe zmq_send(pointer, bytes.baseAddress, bytes.count, flags) >= 0
    }

    /// Sends one frame from text that lives as long as the program.
    @discardableResult
    package func send(_ text: StaticString, more: Bool) -> Bool {
        unsafe send(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), more: more)
    }

    /// Sends one frame of one byte.
    @discardableResult
    package func send(_ byte: UInt8, more: Bool) -> Bool {
        unsafe withUnsafeBytes(of: byte) { unsafe send($0, more: more) }
    }

    /// Starts to report what happens to the socket's connections.
    ///
    /// - Returns: The socket on which it is reported.
    package func monitor(_ events: Int32) throws(ZMQError) -> ZMQSocket {
        let endpoint = unsafe "inproc://monitor-\(UInt(bitPattern: pointer))-\(UInt64.random(in: 0 ... .max))"
        guard unsafe zmq_socket_monitor(pointer, endpoint, events) == 0 else { throw .last("zmq_socket_monitor") }
        let reports = try ZMQSocket(.pair, context)
        try reports.connect(endpoint)
        return reports
    }

    /// Ends the reports; without this a monitor's thread-safe end would outlive the socket.
    package func stopMonitor() {
        _ = unsafe zmq_socket_monitor(pointer, nil, 0)
    }
}

/// What a monitor reports.
package struct MonitorEvent: Sendable {
    package static let disconnected = ZMQ_EVENT_DISCONNECTED
    package static let ready = ZMQ_EVENT_HANDSHAKE_SUCCEEDED

    package let event: Int32
    /// The file descriptor of the connection.
    package let descriptor: Int32

    /// Reads a report: 16 bits of event, 32 bits of value, both in the host's order (zmq_socket_monitor(3)).
    package init?(_ frames: FrameBuffer) {
        guard frames.count >= 1, unsafe frames.bytes(0).count == 6 else { return nil }
        let bytes = unsafe frames.bytes(0)
        event = Int32(unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt16.self))
        descriptor = unsafe bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self)
    }
}
