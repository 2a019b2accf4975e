import Contracts
import ZMTP

/// This process's connection to one endpoint of a broker, reconnected whenever it is lost.
final class BrokerLink {
    /// The shortest and the longest pause between attempts to connect, in nanoseconds.
    private static let pauseNs: (first: UInt64, max: UInt64) = (10_000_000, 200_000_000)
    /// The bytes that may be queued for a broker that does not read: the most calls of one process in flight, at six KB
    /// each.
    private static let outgoingMax = 64 << 20

    /// Counts the connections; messages of an earlier connection are not valid on this one.
    private(set) var generation = 0
    /// When the broker last sent something, in nanoseconds on the monotonic clock.
    private(set) var lastHeard: UInt64 = 0
    /// Whether the last lost connection had completed its handshake.
    private(set) var wasUp = false
    /// Why the last connection did not complete its handshake; reported once.
    private var failure: String?
    /// When the unanswered PING was sent; nil if none is.
    private var pingSentAt: UInt64?

    /// The time limit of a handshake, in nanoseconds; a frozen broker cannot end the connection itself.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000

    private let path: String
    private let socketType: SocketType
    private let transport: LinkTransport
    private var connection: ZMTPConnection?
    private var stream: (any LinkStream)?
    /// The number of the last PING; its PONG shows that the broker has read everything before it.
    private var awaitedPing: UInt64 = 0
    private var nextAttempt: UInt64 = 0
    private var pauseNs = BrokerLink.pauseNs.first

    /// - Parameters:
    ///   - endpoint: The broker's endpoint: `ipc://` and a path.
    ///   - socketType: The socket type of this side.
    ///   - transport: Transports the bytes of its connections.
    /// - Throws: `SocketError` if the endpoint is invalid.
    init(
        _ endpoint: String,
        _ socketType: SocketType,
        _ transport: @escaping LinkTransport
    ) throws(SocketError) {
        path = try UnixSocket.path(ofEndpoint: endpoint)
        self.socketType = socketType
        self.transport = transport
    }

    /// Whether the handshake is done and messages can be sent.
    var isUp: Bool { connection?.isOpen ?? false }

    /// When the next attempt to connect is due, or the current one times out; nil while connected.
    var attemptDue: UInt64? {
        guard let connection else { return nextAttempt }
        return connection.isOpen ? nil : connection.madeAt + Self.handshakeMaxNs
    }

    /// Connects if there is no connection and an attempt is due.
    ///
    /// - Returns: Why the previous attempt failed, or the system's error if it has no descriptor or memory. Both are
    ///   retried.
    func connectIfDue(_ now: UInt64) -> String? {
        do {
            try connect(now)
            defer { failure = nil }
            return failure
        } catch {
            return "\(error)"
        }
    }

    private func connect(_ now: UInt64) throws(SocketError) {
        if let connection, !connection.isOpen,
            Deadline.elapsed(from: connection.madeAt, to: now) > Self.handshakeMaxNs
        {
            lose(now)
        }
        guard connection == nil, now >= nextAttempt else { return }
        nextAttempt = now + pauseNs
        pauseNs = min(2 * pauseNs, Self.pauseNs.max)
        guard let descriptor = try UnixSocket.connect(path) else { return }
        let stream = try transport(descriptor)
        let connection = ZMTPConnection(
            stream,
            socketType,
            credentials: nil,
            outgoingMax: Self.outgoingMax,
            madeAt: now
        )
        (self.stream, self.connection) = (stream, connection)
        awaitedPing = 0
        lastHeard = now
        flush()
    }

    /// Closes the connection and discards what is queued: a broker that resumes late must not get calls that another
    /// one has answered.
    func lose(_ now: UInt64) {
        guard let connection else { return }
        wasUp = connection.isOpen
        if !wasUp { failure = Self.failure(of: connection, now) }
        stream?.end()
        (stream, self.connection) = (nil, nil)
        pingSentAt = nil
        generation += 1
        nextAttempt = now + pauseNs
    }

    private static func failure(of connection: ZMTPConnection, _ now: UInt64) -> String {
        Deadline.elapsed(from: connection.madeAt, to: now) > handshakeMaxNs
            ? "it does not answer within \(handshakeMaxNs / 1_000_000_000) seconds"
            : "it ends connections before the handshake is done; does its list of peers name the user of this process?"
    }

    /// Reads from the socket.
    func receive(_ now: UInt64) -> ZMTPConnection.Progress {
        guard let connection else { return .mustWait }
        let progress = connection.receive()
        if progress == .moved {
            lastHeard = now
            pingSentAt = nil
        }
        return progress
    }

    /// Sends a PING to a broker that has been silent, and reports whether the PONG is overdue.
    ///
    /// Silence alone does not count: a process that was suspended itself finds the answer when it resumes.
    ///
    /// - Parameters:
    ///   - silenceNs: The silence after which a PING is sent.
    ///   - timeoutNs: The time limit of the answer.
    ///   - now: The monotonic clock.
    /// - Returns: Whether the answer is overdue.
    func isFrozen(pingAfter silenceNs: UInt64, timeout timeoutNs: UInt64, _ now: UInt64) -> Bool {
        guard let connection, connection.isOpen else { return false }
        if let pingSentAt { return Deadline.elapsed(from: pingSentAt, to: now) > timeoutNs }
        guard Deadline.elapsed(from: lastHeard, to: now) > silenceNs else { return false }
        connection.sendPing()
        pingSentAt = now
        return false
    }

    /// Sends a PING; its PONG arrives after everything that the broker has sent before.
    func requestPong() {
        guard let connection, let number = connection.sendPing() else { return }
        awaitedPing = number
    }

    /// Whether the broker has answered the last PING and nothing is queued; true without a connection.
    var isSettled: Bool {
        guard let connection, connection.isOpen else { return true }
        return connection.answeredPing >= awaitedPing && connection.outgoingCount == 0
    }

    /// Whether the broker has read everything that was sent before the last PING.
    var hasReadRegistration: Bool {
        guard let connection, connection.isOpen else { return false }
        return connection.answeredPing >= awaitedPing
    }

    /// Whether the queue was full, so that a message could not be sent.
    var isOverrun: Bool { connection.map { $0.refused > 0 } ?? false }

    /// Returns the next message or event; disconnects from a broker that violates the protocol.
    func next(_ frames: FrameBuffer, _ now: UInt64) -> ZMTPConnection.Incoming {
        guard let connection else { return .nothing }
        do {
            let incoming = try connection.next(frames)
            if incoming == .opened { pauseNs = Self.pauseNs.first }
            return incoming
        } catch {
            lose(now)
            return .nothing
        }
    }

    /// Writes what is queued, and has the transport report when the rest can be written.
    func flush() {
        guard let connection, connection.outgoingCount > 0 || connection.isWaitingToWrite else { return }
        let mustWait = connection.flush() == .mustWait
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        stream?.watch(writing: mustWait)
    }

    /// Writes what is queued before the process ends, as long as the broker keeps reading.
    func flush(withinMilliseconds milliseconds: UInt64) {
        guard let connection else { return }
        let end = Deadline.monotonicNanoseconds() + milliseconds * 1_000_000
        while connection.flush() == .mustWait {
            let leftNs = Deadline.elapsed(from: Deadline.monotonicNanoseconds(), to: end)
            guard leftNs > 0 else { return }
            guard stream?.waitUntilWritable(milliseconds: leftNs / 1_000_000 + 1) == true else { return }
        }
    }

    // MARK: Sending

    @discardableResult
    func send(_ bytes: [UInt8], more: Bool) -> Bool { connection?.send(bytes, more: more) ?? false }

    @discardableResult
    func send(_ text: StaticString, more: Bool) -> Bool { connection?.send(text, more: more) ?? false }

    @discardableResult
    func send(_ byte: UInt8, more: Bool) -> Bool { connection?.send(byte, more: more) ?? false }
}
