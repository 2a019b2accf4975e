import ServiceKit
import ZeroMQ

/// One socket of libzmq with one connection to a far bridge.
///
/// It never reconnects, so that no old frame enters a new connection. Make a new dealer instead.
final class FarDealer {
    /// What a dealer reports.
    struct Callbacks {
        /// Handles a frame.
        let received: (Envelope) throws(BridgeViolation) -> Void
        /// Handles the end or failure of the connection; the text is the reason.
        let closed: (String) -> Void
    }

    private static let refusal =
        "the handshake failed; does its list of peers have this key, and is the far key right?"

    private let loop: EventLoop
    private let callbacks: Callbacks
    private let socket: ZeroMQSocket
    private let monitor: ZeroMQMonitor
    private let message = ZeroMQMessage()
    private var socketNumber: UInt64?
    private var monitorNumber: UInt64?
    /// Whether the handshake is done.
    private var isReady = false
    private(set) var isClosed = false
    /// The descriptor of the connection in libzmq; nil until it is made.
    private var descriptor: Int32?

    /// Begins to connect.
    ///
    /// - Throws: `ZeroMQError` or `SocketError` if the maximum number of sockets is open.
    init(
        _ endpoint: String,
        _ keys: CurveKeyPair,
        farKey: CurveKey,
        _ context: ZeroMQContext,
        _ loop: EventLoop,
        _ callbacks: Callbacks
    ) throws {
        self.loop = loop
        self.callbacks = callbacks
        socket = try ZeroMQSocket(context, .dealer)
        try BridgeSocket.configure(socket)
        try socket.set(.reconnectInterval, -1)
        try socket.configureCurveClient(
            publicKey: keys.publicKey.bytes,
            secretKey: keys.secret,
            serverKey: farKey.bytes
        )
        monitor = try ZeroMQMonitor(socket)
        socketNumber = try loop.add(try socket.descriptor()) { [weak self] _ in self?.perform { try $0.readSocket() }
        }
        monitorNumber = try loop.add(try monitor.descriptor()) { [weak self] _ in
            self?.perform { try $0.readMonitor() }
        }
        try socket.connect(endpoint)
        // libzmq signals nothing until a first attempt to read has found no message.
        loop.callAgain(socketNumber)
        loop.callAgain(monitorNumber)
    }

    deinit {
        loop.remove(socketNumber)
        loop.remove(monitorNumber)
    }

    /// The sent bytes that the other host's system has acknowledged; nil if they are not known.
    var acknowledged: UInt64? {
        // If libzmq has just closed the descriptor, the value is wrong until the monitor reports the end.
        isClosed ? nil : descriptor.flatMap(TCPCounters.acknowledged)
    }

    /// Sends a frame, or queues it until the handshake is done.
    func send(_ kind: Envelope.Kind, _ sequence: UInt64, _ body: UnsafeRawBufferPointer) {
        guard !isClosed else { return }
        perform { dealer in
            _ = try dealer.socket.send(count: Envelope.headerLength + body.count) {
                Envelope.write(kind, sequence, body, to: $0)
            }
            dealer.loop.callAgain(dealer.socketNumber)
        }
    }

    /// Closes the connection at once, and drops unsent frames.
    ///
    /// A socket that lingers while the other side still sends can abort in libzmq 4.3.4, when a heartbeat falls due.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.remove(socketNumber)
        loop.remove(monitorNumber)
    }

    private func perform(_ body: (FarDealer) throws -> Void) {
        guard !isClosed else { return }
        do { try body(self) } catch { fail("\(error)") }
    }

    private func fail(_ reason: String) {
        guard !isClosed else { return }
        close()
        callbacks.closed(reason)
    }

    private func readSocket() throws {
        while !isClosed, try socket.receive(message) {
            do throws(BridgeViolation) {
                if message.hasMore { throw .multipleFrames }
                try callbacks.received(try Envelope(message.bytes))
            } catch {
                fail("\(error)")
            }
        }
    }

    private func readMonitor() throws {
        while !isClosed, let event = try monitor.next() {
            switch event {
            case .disconnected:
                // Frames that arrived before the end are still valid.
                try readSocket()
                fail(isReady ? "the connection has ended" : Self.refusal)
            case .connectFailed: fail("no bridge listens there, or the network path is closed")
            case .handshakeRefused: fail(Self.refusal)
            case .handshakeDone: isReady = true
            case .connected(let descriptor): self.descriptor = descriptor
            case .listening, .accepted, .acceptFailed: continue
            }
        }
    }
}
