import Contracts

/// This process's connection to one of the broker's endpoints, which is made again whenever it is lost.
final class BrokerLink {
    /// How soon a broker that is away is looked for again, and at most how rarely, in nanoseconds.
    private static let pauseNs: (first: UInt64, max: UInt64) = (10_000_000, 200_000_000)
    /// What may wait to be written to a broker that does not read: the calls that one process may have under way, at
    /// six KB each.
    private static let outgoingMax = 64 << 20

    /// Counts the connections: what came over an earlier one is of no use on this one.
    private(set) var generation = 0
    /// When the broker was last heard of, in nanoseconds.
    private(set) var lastHeard: UInt64 = 0
    /// Whether the connection that was lost last had carried messages.
    private(set) var wasUp = false
    /// Why the last connection did not come to carry messages; to be told to people once.
    private var failure: String?
    /// When it was asked whether it is there, if it has not been heard of since.
    private var askedAt: UInt64?

    /// How long a handshake may take, in nanoseconds; a broker that stands still leaves it to this side to give up.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000

    private let path: String
    private let socketType: SocketType
    private let carrier: any LinkCarrier
    private var connection: ZMTPConnection?
    private var stream: (any LinkStream)?
    /// The PING whose PONG tells that the broker has read all before it.
    private var pingAwaited: UInt64 = 0
    private var nextAttempt: UInt64 = 0
    private var pauseNs = BrokerLink.pauseNs.first

    /// - Parameters:
    ///   - endpoint: Where the broker listens: `ipc://` and a path.
    ///   - socketType: The pattern of this side.
    ///   - carrier: Carries the bytes of its connections.
    /// - Throws: `SocketError` if this is no endpoint.
    init(
        _ endpoint: String,
        _ socketType: SocketType,
        _ carrier: some LinkCarrier
    ) throws(SocketError) {
        path = try UnixSocket.path(ofEndpoint: endpoint)
        self.socketType = socketType
        self.carrier = carrier
    }

    /// Whether messages can be sent.
    var isUp: Bool { connection?.isOpen ?? false }

    /// When the next attempt to connect is due, or the current one is to be given up; nil while there is a connection.
    var attemptDue: UInt64? {
        guard let connection else { return nextAttempt }
        return connection.isOpen ? nil : connection.madeAt + Self.handshakeMaxNs
    }

    /// Connects if there is no connection and it is time to try.
    ///
    /// - Returns: Why the attempt before came to nothing, or what the system says if it gives no connection, for want of
    ///   descriptors or memory; it is tried again.
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
        let stream = try carrier.carry(descriptor)
        let connection = ZMTPConnection(
            stream,
            socketType,
            credentials: nil,
            outgoingMax: Self.outgoingMax,
            madeAt: now
        )
        (self.stream, self.connection) = (stream, connection)
        pingAwaited = 0
        lastHeard = now
        flush()
    }

    /// Gives the connection up, with all that it still holds: a broker that comes late must not get what somebody
    /// else has answered.
    func lose(_ now: UInt64) {
        guard let connection else { return }
        wasUp = connection.isOpen
        if !wasUp { failure = Self.failure(of: connection, now) }
        stream?.end()
        (stream, self.connection) = (nil, nil)
        askedAt = nil
        generation += 1
        nextAttempt = now + pauseNs
    }

    private static func failure(of connection: ZMTPConnection, _ now: UInt64) -> String {
        Deadline.elapsed(from: connection.madeAt, to: now) > handshakeMaxNs
            ? "it does not answer within \(handshakeMaxNs / 1_000_000_000) seconds"
            : "it ends connections before the handshake is done; does its list of peers name the user of this process?"
    }

    /// Reads what has come; false when the connection has ended.
    func receive(_ now: UInt64) -> ZMTPConnection.Progress {
        guard let connection else { return .mustWait }
        let progress = connection.receive()
        if progress == .moved {
            lastHeard = now
            askedAt = nil
        }
        return progress
    }

    /// Asks a broker that has been silent whether it is there.
    ///
    /// The question counts, and not the silence: whoever slept itself finds the answer when it wakes up.
    ///
    /// - Parameters:
    ///   - silenceNs: After how long it is asked.
    ///   - patienceNs: How long it may take to answer.
    ///   - now: The monotonic clock.
    /// - Returns: Whether it has not answered in time.
    func isFrozen(askAfter silenceNs: UInt64, patience patienceNs: UInt64, _ now: UInt64) -> Bool {
        guard let connection, connection.isOpen else { return false }
        if let askedAt { return Deadline.elapsed(from: askedAt, to: now) > patienceNs }
        guard Deadline.elapsed(from: lastHeard, to: now) > silenceNs else { return false }
        connection.sendPing()
        askedAt = now
        return false
    }

    /// Asks the broker for a PONG, which comes behind all that it has sent before.
    func askForPong() {
        guard let connection, let number = connection.sendPing() else { return }
        pingAwaited = number
    }

    /// Whether the broker has answered that question, or cannot, and has taken all that this side had to say.
    var isSettled: Bool {
        guard let connection, connection.isOpen else { return true }
        return connection.answeredPing >= pingAwaited && connection.outgoingCount == 0
    }

    /// Whether the broker has read all that this side said before it asked for a PONG last.
    var hasTakenNote: Bool {
        guard let connection, connection.isOpen else { return false }
        return connection.answeredPing >= pingAwaited
    }

    /// Whether the broker has left so much unread that something could not be sent.
    var isOverrun: Bool { connection.map { $0.refused > 0 } ?? false }

    /// What came next; a broker that breaks the protocol is given up.
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

    /// Writes what waits, and has the carrier tell when the rest can be written.
    func flush() {
        guard let connection, connection.outgoingCount > 0 || connection.isWaitingToWrite else { return }
        let mustWait = connection.flush() == .mustWait
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        stream?.watch(writing: mustWait)
    }

    /// Writes what waits before the process ends, as long as the broker goes on reading.
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
