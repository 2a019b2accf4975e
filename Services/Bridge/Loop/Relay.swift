import Contracts
import Messaging
import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

/// Carries one connection on this host to the other bridge and back.
///
/// Data passes as whole messages and commands, which are never looked at: PING, PONG and subscriptions travel in their
/// order, end to end.
final class Relay {
    /// Data that goes into one frame, unless a single message is larger.
    private static let chunk = 64 << 10
    /// Reads for one report: what fits into the buffers of a Unix socket, so that one connection cannot hold up others.
    private static let readsMax = 8
    /// How long the rest for a process that reads slowly is kept after the other side has ended, in nanoseconds.
    private static let lastWriteMaxNs: UInt64 = 5_000_000_000
    /// What may wait for a process on this host: what the other side has credit for, and its last message.
    private static let outgoingMax = Int(RelayChannel.window) + 2 * MessageLimits.messageMax

    /// How a relay and its owner talk.
    struct Outlet {
        /// Sends a frame to the other bridge.
        let send: (Envelope.Kind, UInt64, UnsafeRawBufferPointer) -> Void
        /// The handshake with the process on this host is done.
        let opened: () -> Void
        /// The process on this host has ended the connection, and the other bridge was told.
        let ended: () -> Void
    }

    private let loop: EventLoop
    private let outlet: Outlet
    private var channel = RelayChannel()
    private var stream: SocketStream?
    private var connection: ZMTPConnection?
    private var number: UInt64?
    private let frames = FrameBuffer()
    private var isNoted = false
    private var isPaused = false
    /// Whether the process takes nothing more.
    private var isWriteBroken = false
    /// Data that came before the handshake with the process was done.
    private var early: [UInt8] = []
    /// When the connection is closed at the latest, because the other side has ended it; nil as long as it has not.
    private var closesAt: UInt64?
    private(set) var isClosed = false

    init(_ loop: EventLoop, _ outlet: Outlet) {
        self.loop = loop
        self.outlet = outlet
    }

    deinit { loop.remove(number) }

    /// Whether the handshake with the process on this host is done.
    var isOpen: Bool { connection?.isOpen ?? false }
    /// When the connection on this host was made, on the monotonic clock; nil if there is none.
    var madeAt: UInt64? { connection?.madeAt }
    /// The credit that the other side gets with the opening.
    var firstCredit: UInt64 { channel.firstCredit }

    /// Begins the handshake on this host.
    ///
    /// - Throws: `SocketError` if the system can watch no more descriptors.
    func begin(
        _ stream: SocketStream,
        _ socketType: SocketType,
        announcing key: CurveKey?,
        _ now: UInt64
    ) throws(SocketError) {
        connection = ZMTPConnection(
            stream,
            socketType,
            announcing: key.map { "\($0)" },
            credentials: nil,
            outgoingMax: Self.outgoingMax,
            madeAt: now
        )
        self.stream = stream
        number = try loop.add(stream.descriptor) { [self] isReadable, isWritable in
            if isWritable { write() }
            if isReadable { read() }
        }
        note()
    }

    /// Sends a frame to the other bridge.
    func send(_ kind: Envelope.Kind, _ body: [UInt8] = []) {
        body.withUnsafeBytes { outlet.send(kind, channel.number(), $0) }
    }

    /// Takes the number of a frame of the other bridge; see ``RelayChannel/accept(_:)``.
    func accept(_ envelope: Envelope) throws(BridgeViolation) { try channel.accept(envelope.sequence) }

    /// Takes a frame of the other bridge whose number was accepted.
    ///
    /// - Throws: `BridgeViolation` if it must not come.
    func take(_ envelope: Envelope) throws(BridgeViolation) {
        switch envelope.kind {
        case .data: try deliver(envelope.body)
        case .credit: try takeCredit(envelope)
        case .end: finish()
        case .open, .opened, .presence: throw .unexpected(envelope.kind)
        }
    }

    /// Takes the credit that came with the opening.
    func takeFirstCredit(_ credit: UInt64) throws(BridgeViolation) { try channel.raise(to: credit) }

    private func takeCredit(_ envelope: Envelope) throws(BridgeViolation) {
        guard envelope.body.count == WireNumber.length else { throw .malformedBody(envelope.kind) }
        try channel.raise(to: WireNumber.read(envelope.body))
        guard isPaused, channel.maySend else { return }
        isPaused = false
        read()
        watch()
    }

    // MARK: To the other bridge

    private func read() {
        guard let connection, !isClosed else { return }
        do throws(ZMTPViolation) {
            if !connection.isOpen {
                guard try completeHandshake(connection) else { return }
            }
            try passOn(connection)
        } catch {
            end("a process of this host does not keep to ZMTP: \(error)")
        }
    }

    /// Goes on with the handshake; whether it is done.
    private func completeHandshake(_ connection: ZMTPConnection) throws(ZMTPViolation) -> Bool {
        let progress = connection.receive()
        guard try connection.next(frames) == .opened else {
            if progress == .ended { end("the connection ended before its handshake was done") }
            note()
            return false
        }
        outlet.opened()
        let data = early
        early = []
        let sending = data.withUnsafeBytes { bytes in
            Result { () throws(ZMTPViolation) in try connection.sendWhole(bytes) }
        }
        _ = try sending.get()
        note()
        return true
    }

    private func passOn(_ connection: ZMTPConnection) throws(ZMTPViolation) {
        var reads = 0
        while !isClosed {
            guard channel.maySend else {
                isPaused = true
                watch()
                return
            }
            if let whole = try connection.nextWhole(atMost: Self.chunk) {
                channel.spend(whole.count)
                outlet.send(.data, channel.number(), whole)
                continue
            }
            // The poller reports what is left.
            guard reads < Self.readsMax else { return }
            reads += 1
            switch connection.receive() {
            case .moved: continue
            case .mustWait: return
            case .ended: return end("the process has closed the connection")
            }
        }
    }

    /// The connection on this host is over.
    private func end(_ reason: String) {
        guard !isClosed else { return }
        let isTold = closesAt != nil
        close()
        guard !isTold else { return }
        send(.end, Array(reason.utf8))
        outlet.ended()
    }

    // MARK: To the process on this host

    private func deliver(_ body: UnsafeRawBufferPointer) throws(BridgeViolation) {
        try channel.receive(body.count)
        guard !isClosed else { return }
        guard let connection else { throw .unexpected(.data) }
        guard connection.isOpen else { return early.append(contentsOf: body) }
        let isTaken: Bool
        do throws(ZMTPViolation) {
            isTaken = try connection.sendWhole(body)
        } catch {
            throw .notZMTP(error)
        }
        // The credit leaves room for all that may come, so only a process that is gone takes nothing.
        guard isTaken || isWriteBroken else { throw .creditExceeded }
        note()
    }

    private func note() {
        guard !isNoted else { return }
        isNoted = true
        loop.noteUnwritten(self)
    }

    /// Writes what waits, as much as the process takes now, and renews the credit of the other side.
    func write() {
        isNoted = false
        guard let connection, !isClosed else { return }
        switch connection.flush() {
        case .ended:
            // What the process said before it went still counts.
            isWriteBroken = true
            if closesAt != nil { return close() }
            if !isPaused { read() }
        case .mustWait, .moved: break
        }
        guard !isClosed else { return }
        if closesAt != nil {
            if connection.outgoingCount == 0 { return close() }
        } else if connection.isOpen, let credit = channel.renewedCredit(waiting: connection.outgoingCount) {
            send(.credit, WireNumber.bytes(credit))
        }
        let mustWait = connection.outgoingCount > 0 && !isWriteBroken
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        watch()
    }

    private func watch() {
        guard let number, let connection else { return }
        loop.watch(number, reading: !isPaused && closesAt == nil, writing: connection.isWaitingToWrite)
    }

    // MARK: The end

    /// The other side has ended: what it sent before is written, and then the connection is closed.
    func finish() {
        guard !isClosed, closesAt == nil else { return }
        guard let connection, connection.isOpen, connection.outgoingCount > 0 else { return close() }
        closesAt = Deadline.monotonicNanoseconds() + Self.lastWriteMaxNs
        watch()
        note()
    }

    /// Closes a connection whose process takes its time with the rest; to be called now and then.
    func closeIfDue(_ now: UInt64) {
        if let closesAt, now > closesAt { close() }
    }

    /// Closes the connection on this host at once.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.remove(number)
        number = nil
        connection = nil
        stream = nil
    }
}
