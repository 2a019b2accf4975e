import CZeroMQ
import Contracts
import Threading
import ZMTP

/// The error of a failed libzmq call.
struct LibzmqError: Error, CustomStringConvertible {
    let description: String

    /// - Parameter operation: The function that has just failed on this thread.
    init(_ operation: String) {
        description = "\(operation): \(String(cString: zmq_strerror(zmq_errno())))"
    }

    init(saying description: String) {
        self.description = description
    }
}

/// Runs code that blocks inside libzmq on a thread of its own, because all tests share few threads.
///
/// - Parameter body: Creates its sockets, uses them and releases them.
/// - Returns: The result of the body.
/// - Throws: The errors of the body.
func withLibzmq<Output: Sendable>(_ body: @Sendable () throws -> Output) async throws -> Output {
    // An executor instead of a bare thread preserves the task, by which expectations identify their test.
    try await withTaskExecutorPreference(ThreadExecutor()) { try body() }
}

/// Runs each job on a new thread.
private final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        OSThread.start { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A socket of Debian's libzmq in a context of its own, for one thread.
final class LibzmqSocket {
    /// The socket types, mapped to libzmq's numbers.
    enum Pattern {
        case dealer, router, req, pub, sub, xpub, xsub

        fileprivate var number: Int32 {
            switch self {
            case .dealer: ZMQ_DEALER
            case .router: ZMQ_ROUTER
            case .req: ZMQ_REQ
            case .pub: ZMQ_PUB
            case .sub: ZMQ_SUB
            case .xpub: ZMQ_XPUB
            case .xsub: ZMQ_XSUB
            }
        }
    }

    /// The time limit of a socket's operations, in milliseconds: far more than a busy machine takes.
    static let waitMaxMs: Int32 = 20_000
    /// libzmq's reconnect interval, in milliseconds; short, so that tests do not wait.
    private static let reconnectMs: Int32 = 10
    /// The longest frame that is read, in bytes; twice Mealwire's limit.
    private static let frameMax = 2 * FrameLimits.frameMax

    /// The routing id of the other side of a ROUTER that connects; prepended when sending, and removed when receiving.
    private static let farSide = Array("far side".utf8)

    private let pattern: Pattern
    private var isFarSideNamed = false
    private let context: UnsafeMutableRawPointer
    private let socket: UnsafeMutableRawPointer
    private var monitor: UnsafeMutableRawPointer?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: frameMax, alignment: 16)

    /// - Parameters:
    ///   - pattern: The socket type.
    ///   - options: Options of `zmq_setsockopt` with an `int` value, besides the time limits and unbounded queues.
    /// - Throws: `LibzmqError` if an option is refused.
    init(_ pattern: Pattern, _ options: [Int32: Int32] = [:]) throws {
        guard let context = zmq_ctx_new(), let socket = zmq_socket(context, pattern.number) else {
            throw LibzmqError("zmq_socket")
        }
        self.pattern = pattern
        (self.context, self.socket) = (context, socket)
        let usual = [
            ZMQ_LINGER: 0, ZMQ_SNDHWM: 0, ZMQ_RCVHWM: 0, ZMQ_RCVTIMEO: Self.waitMaxMs, ZMQ_SNDTIMEO: Self.waitMaxMs,
            ZMQ_RECONNECT_IVL: Self.reconnectMs,
        ]
        for (option, value) in usual.merging(options, uniquingKeysWith: { $1 }) { try set(option, value) }
    }

    deinit {
        if let monitor { zmq_close(monitor) }
        zmq_close(socket)
        zmq_ctx_term(context)
        buffer.deallocate()
    }

    /// Creates a socket that connects to an endpoint.
    convenience init(_ pattern: Pattern, to endpoint: String, _ options: [Int32: Int32] = [:]) throws {
        try self.init(pattern, options)
        try connect(endpoint)
    }

    // MARK: Options and endpoints

    func set(_ option: Int32, _ value: Int32) throws {
        var value = value
        try check(zmq_setsockopt(socket, option, &value, MemoryLayout<Int32>.size), "zmq_setsockopt \(option)")
    }

    func set(_ option: Int32, _ value: [UInt8]) throws {
        try check(zmq_setsockopt(socket, option, value, value.count), "zmq_setsockopt \(option)")
    }

    func connect(_ endpoint: String) throws {
        if pattern == .router {
            try set(ZMQ_CONNECT_ROUTING_ID, Self.farSide)
            isFarSideNamed = true
        }
        try check(zmq_connect(socket, endpoint), "zmq_connect \(endpoint)")
    }

    func bind(_ endpoint: String) throws { try check(zmq_bind(socket, endpoint), "zmq_bind \(endpoint)") }

    /// Subscribes a SUB to a topic prefix.
    func subscribe(_ beginning: String) throws { try set(ZMQ_SUBSCRIBE, Array(beginning.utf8)) }

    func unsubscribe(_ beginning: String) throws { try set(ZMQ_UNSUBSCRIBE, Array(beginning.utf8)) }

    // MARK: Messages

    /// Sends one message.
    func send(_ message: [[UInt8]]) throws {
        let frames = isFarSideNamed ? [Self.farSide] + message : message
        for (index, frame) in frames.enumerated() {
            let flags = index < frames.count - 1 ? ZMQ_SNDMORE : 0
            try check(zmq_send(socket, frame, frame.count, flags), "zmq_send")
        }
    }

    /// Receives one message.
    ///
    /// - Throws: `LibzmqError` if none arrives within ``waitMaxMs``.
    func receive() throws -> [[UInt8]] {
        var frames: [[UInt8]] = []
        repeat {
            let count = zmq_recv(socket, buffer.baseAddress, buffer.count, 0)
            guard count >= 0 else { throw LibzmqError("zmq_recv") }
            guard count <= buffer.count else { throw LibzmqError(saying: "A frame of \(count) bytes was received.") }
            frames.append(Array(buffer[..<Int(count)]))
        } while try hasMore()
        return isFarSideNamed ? Array(frames.dropFirst()) : frames
    }

    private func hasMore() throws -> Bool {
        var more: Int32 = 0
        var size = MemoryLayout<Int32>.size
        try check(zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size), "zmq_getsockopt")
        return more != 0
    }

    /// Receives one message if one arrives within some milliseconds; returns nil otherwise.
    func receive(withinMs milliseconds: Int) throws -> [[UInt8]]? {
        try Self.poll([self], milliseconds: milliseconds)[0] ? receive() : nil
    }

    /// Waits until a socket has a message, or some milliseconds have passed.
    ///
    /// - Returns: Whether each of the sockets has a message.
    static func poll(_ sockets: [LibzmqSocket], milliseconds: Int) throws -> [Bool] {
        var items = sockets.map { zmq_pollitem_t(socket: $0.socket, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0) }
        guard zmq_poll(&items, Int32(items.count), milliseconds) >= 0 else { throw LibzmqError("zmq_poll") }
        return items.map { $0.revents != 0 }
    }

    private func check(_ status: Int32, _ operation: String) throws {
        if status < 0 { throw LibzmqError(operation) }
    }
}

/// Reads libzmq's connection events.
extension LibzmqSocket {
    /// Starts recording events for ``waitForEvent()`` and ``hasSeenEvent()``.
    ///
    /// - Parameter events: The bits of the events.
    /// - Throws: `LibzmqError` if libzmq refuses.
    func watch(_ events: Int32) throws {
        let endpoint = "inproc://monitor"
        try check(zmq_socket_monitor(socket, endpoint, events), "zmq_socket_monitor")
        monitor = zmq_socket(context, ZMQ_PAIR)
        var (linger, wait) = (Int32(0), Self.waitMaxMs)
        zmq_setsockopt(monitor, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size)
        zmq_setsockopt(monitor, ZMQ_RCVTIMEO, &wait, MemoryLayout<Int32>.size)
        try check(zmq_connect(monitor, endpoint), "zmq_connect \(endpoint)")
    }

    /// Waits until one of the watched events happens.
    ///
    /// - Throws: `LibzmqError` if none of them happens within ``waitMaxMs``.
    func waitForEvent() throws {
        guard nextEvent(0) else { throw LibzmqError("zmq_socket_monitor") }
    }

    /// Returns whether a watched event has happened that was not reported before.
    func hasSeenEvent() -> Bool { nextEvent(ZMQ_DONTWAIT) }

    /// Receives an event: a message of two frames, a number and a value, then the endpoint.
    private func nextEvent(_ flags: Int32) -> Bool {
        guard zmq_recv(monitor, buffer.baseAddress, buffer.count, flags) >= 0 else { return false }
        return zmq_recv(monitor, buffer.baseAddress, buffer.count, 0) >= 0
    }
}
