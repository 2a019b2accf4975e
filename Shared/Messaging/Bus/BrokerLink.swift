import Contracts

#if canImport(Glibc)
import Glibc
#endif

/// This process's connection to one of the broker's endpoints, which is made again whenever it is lost.
final class BrokerLink {
    /// How soon a broker that is away is looked for again, and at most how rarely, in nanoseconds.
    private static let pauseNs: (first: UInt64, max: UInt64) = (10_000_000, 200_000_000)
    /// What may wait to be written to a broker that does not read: the calls that one process may have under way, at
    /// six KB each.
    private static let outgoingMax = 64 << 20

    /// Under which the poller reports it.
    let number: UInt64
    /// Counts the connections: what came over an earlier one is of no use on this one.
    private(set) var generation = 0
    /// When the broker was last heard of, in nanoseconds.
    private(set) var lastHeard: UInt64 = 0
    /// When it was asked whether it is there, if it has not been heard of since.
    private var askedAt: UInt64?

    private let path: String
    private let socketType: SocketType
    private let poller: Poller
    private var connection: ZMTPConnection?
    private var nextAttempt: UInt64 = 0
    private var pauseNs = BrokerLink.pauseNs.first

    /// - Parameters:
    ///   - endpoint: Where the broker listens, as `ipc://` and a path.
    ///   - socketType: The pattern of this side.
    ///   - poller: Gets the descriptor to watch.
    ///   - number: Under which the poller reports it.
    /// - Throws: `SocketError` if this is no endpoint.
    init(_ endpoint: String, _ socketType: SocketType, _ poller: Poller, number: UInt64) throws(SocketError) {
        path = try UnixSocket.path(ofEndpoint: endpoint)
        self.socketType = socketType
        self.poller = poller
        self.number = number
    }

    /// Whether messages can be sent.
    var isUp: Bool { connection?.isOpen ?? false }

    /// When the next attempt to connect is due; nil while there is a connection.
    var attemptDue: UInt64? { connection == nil ? nextAttempt : nil }

    /// Connects if there is no connection and it is time to try.
    func connectIfDue(_ now: UInt64) throws(SocketError) {
        guard connection == nil, now >= nextAttempt else { return }
        nextAttempt = now + pauseNs
        pauseNs = min(2 * pauseNs, Self.pauseNs.max)
        guard let descriptor = try UnixSocket.connect(path) else { return }
        let connection = ZMTPConnection(
            descriptor,
            socketType,
            credentials: nil,
            outgoingMax: Self.outgoingMax,
            madeAt: now
        )
        try poller.add(descriptor, number: number)
        self.connection = connection
        lastHeard = now
        flush()
    }

    /// Gives the connection up, with all that it still holds: a broker that comes late must not get what somebody
    /// else has answered.
    func lose(_ now: UInt64) {
        guard let connection else { return }
        poller.remove(connection.descriptor)
        self.connection = nil
        askedAt = nil
        generation += 1
        nextAttempt = now + pauseNs
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

    /// Writes what waits, and has the poller tell when the rest can be written.
    func flush() {
        guard let connection, connection.outgoingCount > 0 || connection.isWaitingToWrite else { return }
        let mustWait = connection.flush() == .mustWait
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        poller.watch(connection.descriptor, number: number, writing: mustWait)
    }

    /// Writes what waits before the process ends.
    func flush(withinMilliseconds milliseconds: Int32) {
        guard let connection else { return }
        guard connection.flush() == .mustWait else { return }
        var item = pollfd(fd: connection.descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&item, 1, milliseconds)
        _ = connection.flush()
    }

    // MARK: Sending

    @discardableResult
    func send(_ bytes: [UInt8], more: Bool) -> Bool { connection?.send(bytes, more: more) ?? false }

    @discardableResult
    func send(_ text: StaticString, more: Bool) -> Bool { connection?.send(text, more: more) ?? false }

    @discardableResult
    func send(_ byte: UInt8, more: Bool) -> Bool { connection?.send(byte, more: more) ?? false }
}
