import CZeroMQ

/// One socket of libzmq, confined to one thread; it never blocks.
@safe package final class ZeroMQSocket {
    /// The socket types in use.
    package enum Kind: Sendable {
        case pair
        case reply
        case dealer
        case router

        var code: Int32 {
            switch self {
            case .pair: ZMQ_PAIR
            case .reply: ZMQ_REP
            case .dealer: ZMQ_DEALER
            case .router: ZMQ_ROUTER
            }
        }
    }

    /// The result of sending a frame.
    package enum SendResult: Sendable, Equatable {
        /// libzmq has queued the frame.
        case queued
        /// libzmq has no room for the frame now.
        case wouldBlock
        /// The addressed peer is not connected.
        case unreachable
    }

    /// The length of a CURVE key, in bytes.
    package static let keyLength = 32
    /// The longest endpoint as text, with the terminating zero.
    private static let endpointLengthMax = 1_024

    let handle: UnsafeMutableRawPointer
    let context: ZeroMQContext

    /// Makes a socket.
    ///
    /// - Throws: `ZeroMQError` if the context has its maximum number of sockets, or the system has no descriptor left.
    package init(_ context: ZeroMQContext, _ kind: Kind) throws(ZeroMQError) {
        guard let socket = unsafe zmq_socket(context.handle, kind.code) else { throw .last("zmq_socket") }
        unsafe handle = unsafe socket
        self.context = context
    }

    deinit { _ = unsafe zmq_close(handle) }

    // MARK: Options

    /// Sets an option.
    ///
    /// - Throws: `ZeroMQError` if libzmq does not support the option, or refuses the value.
    package func set(_ option: ZeroMQOption, _ value: Int) throws(ZeroMQError) {
        if option.isWide {
            try unsafe set(option.code, option.name, withUnsafeBytes(of: Int64(value)) { unsafe Array($0) })
        } else {
            try unsafe set(option.code, option.name, withUnsafeBytes(of: Int32(clamping: value)) { unsafe Array($0) })
        }
    }

    /// Makes the socket a CURVE server.
    ///
    /// Connections are refused while no ``ZAPHandler`` answers for the domain.
    ///
    /// - Parameters:
    ///   - secretKey: The server's secret key, 32 bytes.
    ///   - domain: The domain in requests to the ZAP handler.
    /// - Throws: `ZeroMQError` if libzmq refuses one of the options; then the socket must not be bound.
    package func configureCurveServer(secretKey: [UInt8], domain: String) throws(ZeroMQError) {
        try set(.curveServer, 1)
        try set(ZMQ_CURVE_SECRETKEY, "ZMQ_CURVE_SECRETKEY", secretKey)
        try set(ZMQ_ZAP_DOMAIN, "ZMQ_ZAP_DOMAIN", Array(domain.utf8))
        // Otherwise libzmq would accept any key while there is no handler.
        try set(.enforceZAPDomain, 1)
    }

    /// Makes the socket a CURVE client.
    ///
    /// - Parameters:
    ///   - publicKey: The client's public key, 32 bytes.
    ///   - secretKey: The client's secret key, 32 bytes.
    ///   - serverKey: The required public key of the server, 32 bytes.
    /// - Throws: `ZeroMQError` if libzmq refuses a key.
    package func configureCurveClient(publicKey: [UInt8], secretKey: [UInt8], serverKey: [UInt8]) throws(ZeroMQError) {
        try set(ZMQ_CURVE_PUBLICKEY, "ZMQ_CURVE_PUBLICKEY", publicKey)
        try set(ZMQ_CURVE_SECRETKEY, "ZMQ_CURVE_SECRETKEY", secretKey)
        try set(ZMQ_CURVE_SERVERKEY, "ZMQ_CURVE_SERVERKEY", serverKey)
    }

    private func set(_ code: Int32, _ name: String, _ value: [UInt8]) throws(ZeroMQError) {
        guard unsafe zmq_setsockopt(handle, code, value, value.count) == 0 else { throw .last("set \(name)") }
    }

    // MARK: Endpoints

    /// Listens at an endpoint, such as `tcp://127.0.0.1:*`.
    ///
    /// - Returns: The endpoint with the port that the system chose.
    /// - Throws: `ZeroMQError` if the endpoint is invalid or in use.
    package func bind(_ endpoint: String) throws(ZeroMQError) -> String {
        guard unsafe zmq_bind(handle, endpoint) == 0 else { throw .last("bind \(endpoint)") }
        var text = [CChar](repeating: 0, count: Self.endpointLengthMax)
        var length = text.count
        guard unsafe zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &text, &length) == 0 else { return endpoint }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Begins to connect to an endpoint; a monitor reports the outcome.
    ///
    /// - Throws: `ZeroMQError` if the endpoint is invalid.
    package func connect(_ endpoint: String) throws(ZeroMQError) {
        guard unsafe zmq_connect(handle, endpoint) == 0 else { throw .last("connect \(endpoint)") }
    }

    // MARK: Frames

    /// Returns a descriptor that becomes readable when the state of the socket may have changed.
    ///
    /// It is edge-triggered. Read all messages after each event, after each send, and once before the first wait.
    ///
    /// - Throws: `ZeroMQError` if the context has ended.
    package func descriptor() throws(ZeroMQError) -> Int32 {
        var descriptor: Int32 = -1
        var length = MemoryLayout<Int32>.size
        guard unsafe zmq_getsockopt(handle, ZMQ_FD, &descriptor, &length) == 0 else { throw .last("get ZMQ_FD") }
        return descriptor
    }

    /// Receives a frame if one has arrived.
    ///
    /// - Parameter message: The message that receives the frame.
    /// - Returns: Whether there was a frame.
    /// - Throws: `ZeroMQError` if the socket is unusable.
    package func receive(_ message: ZeroMQMessage) throws(ZeroMQError) -> Bool {
        while unsafe zmq_msg_recv(message.frame, handle, ZMQ_DONTWAIT) < 0 {
            switch zmq_errno() {
            case EINTR: continue
            case EAGAIN: return false
            default: throw .last("zmq_msg_recv")
            }
        }
        return true
    }

    /// Sends a frame.
    ///
    /// - Parameters:
    ///   - bytes: The frame, which is copied.
    ///   - more: Whether more frames of the message follow.
    /// - Returns: The result.
    /// - Throws: `ZeroMQError` if the socket is unusable.
    package func send(_ bytes: [UInt8], more: Bool = false) throws(ZeroMQError) -> SendResult {
        unsafe try send(count: bytes.count, more: more) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Sends a frame that is written in place.
    ///
    /// - Parameters:
    ///   - count: The length of the frame in bytes.
    ///   - more: Whether more frames of the message follow.
    ///   - fill: Writes the frame.
    /// - Returns: The result.
    /// - Throws: `ZeroMQError` if the socket is unusable, or there is no memory left.
    package func send(
        count: Int,
        more: Bool = false,
        fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(ZeroMQError) -> SendResult {
        // A short frame is stored inside the structure, so its address must not change before the call.
        let frame = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 1)
        defer { unsafe frame.deallocate() }
        guard unsafe zmq_msg_init_size(frame, count) == 0 else { throw .last("zmq_msg_init_size") }
        unsafe fill(UnsafeMutableRawBufferPointer(start: zmq_msg_data(frame), count: count))
        while unsafe zmq_msg_send(frame, handle, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) < 0 {
            let code = zmq_errno()
            if code == EINTR { continue }
            _ = unsafe zmq_msg_close(frame)
            switch code {
            case EAGAIN: return .wouldBlock
            case EHOSTUNREACH: return .unreachable
            default: throw ZeroMQError(operation: "zmq_msg_send", code: code)
            }
        }
        return .queued
    }
}
