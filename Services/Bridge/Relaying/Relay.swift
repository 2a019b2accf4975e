import Contracts
package import Messaging
package import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

/// Relays one connection on this host to and from the other bridge.
///
/// Data consists of whole messages and commands, which are not parsed. PING, PONG and subscriptions pass end to end, in
/// their order.
package final class Relay {
    /// The maximum data of one frame in bytes, unless a single message is larger.
    private static let chunk = 64 << 10
    /// The maximum number of reads per event: enough for the buffers of a Unix socket, but no delay for others.
    private static let readsMax = 8
    /// The timeout for a slow process to read the remaining data after the other side has ended, in nanoseconds.
    private static let lastWriteMaxNs: UInt64 = 5_000_000_000
    /// The maximum wait for credit for the last data of a process that has closed its connection, in nanoseconds.
    ///
    /// With the interval of the deadline checks, the other side learns of the end within a second.
    private static let unsentMaxNs: UInt64 = 500_000_000
    /// The maximum of data that waits for a process on this host: one window, and the message that exceeds it.
    private static let outgoingMax = Int(RelayChannel.windowMax) + 2 * MessageLimits.messageMax

    private let loop: EventLoop
    private let callbacks: Callbacks
    private let traffic: PeerTraffic
    /// The connection's share of the memory budget; nil after the connection has closed.
    private var account: CreditAccount?
    private var channel: RelayChannel
    private var stream: SocketStream?
    private var connection: ZMTPConnection?
    private var number: UInt64?
    private let frames = FrameBuffer()
    private var isWriteScheduled = false
    private var isPaused = false
    /// Whether writing to the process has failed.
    private var isWriteBroken = false
    /// Data that arrived before the handshake with the process was done.
    private var early: [UInt8] = []
    /// The deadline for closing the connection after the other side has ended it; nil before.
    private var closesAt: UInt64?
    /// When the process was found to have closed the connection without credit for its last data.
    private var goneAt: UInt64?
    package private(set) var isClosed = false

    /// - Parameters:
    ///   - loop: Watches the connection on this host.
    ///   - account: The connection's share of the memory budget.
    ///   - traffic: Counts the relayed data.
    ///   - callbacks: Send frames to the other bridge.
    package init(_ loop: EventLoop, _ account: CreditAccount, _ traffic: PeerTraffic, _ callbacks: Callbacks) {
        self.loop = loop
        self.account = account
        self.traffic = traffic
        self.callbacks = callbacks
        channel = RelayChannel(window: min(RelayChannel.windowFirst, account.window))
        account.record(channel.held(waiting: 0))
    }

    deinit { loop.remove(number) }

    /// Whether the handshake with the process on this host is done.
    package var isOpen: Bool { connection?.isOpen ?? false }
    /// When the connection on this host was made, on the monotonic clock; nil if there is none.
    var madeAt: UInt64? { connection?.madeAt }
    /// The credit for the other side in the opening.
    var firstCredit: UInt64 { channel.firstCredit }

    /// Begins the handshake on this host.
    ///
    /// - Throws: `SocketError` if the system cannot watch more descriptors.
    package func begin(
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
        number = try loop.add(stream.descriptor) { [self] event in
            if event.isWritable { write() }
            if event.isReadable { read() }
            if event.hasEnded { recordProcessGone() }
        }
        scheduleWrite()
    }

    /// Sends a frame to the other bridge.
    func send(_ kind: Envelope.Kind, _ body: [UInt8] = []) {
        body.withUnsafeBytes { callbacks.send(kind, channel.number(), $0) }
    }

    /// Checks the number of a frame of the other bridge; see ``RelayChannel/accept(_:)``.
    package func accept(_ envelope: Envelope) throws(BridgeViolation) { try channel.accept(envelope.sequence) }

    /// Handles a frame of the other bridge, after ``accept(_:)``.
    ///
    /// - Throws: `BridgeViolation` if the frame is not allowed.
    package func handle(_ envelope: Envelope) throws(BridgeViolation) {
        switch envelope.kind {
        case .data: try deliver(envelope.body)
        case .credit: try applyCredit(envelope)
        case .end: finish()
        case .open, .opened, .presence: throw .unexpected(envelope.kind)
        }
    }

    /// Applies the credit of the opening.
    package func applyFirstCredit(_ credit: UInt64) throws(BridgeViolation) { try channel.raise(to: credit) }

    private func applyCredit(_ envelope: Envelope) throws(BridgeViolation) {
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
            end("a process of this host violates ZMTP: \(error)")
        }
    }

    /// Continues the handshake, and returns whether it is done.
    private func completeHandshake(_ connection: ZMTPConnection) throws(ZMTPViolation) -> Bool {
        let progress = connection.receive()
        guard try connection.next(frames) == .opened else {
            if progress == .ended { end("the connection ended before its handshake was done") }
            scheduleWrite()
            return false
        }
        callbacks.opened()
        let data = early
        early = []
        let sending = data.withUnsafeBytes { bytes in
            Result { () throws(ZMTPViolation) in try connection.sendWhole(bytes) }
        }
        _ = try sending.get()
        scheduleWrite()
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
                traffic.sent += UInt64(whole.count)
                callbacks.send(.data, channel.number(), whole)
                continue
            }
            // The poller reports remaining data again.
            guard reads < Self.readsMax else { return }
            reads += 1
            switch connection.receive() {
            case .moved: continue
            case .mustWait: return
            case .ended: return end("the process has closed the connection")
            }
        }
    }

    /// Ends the connection on this host, and reports the reason unless the other side has ended it.
    private func end(_ reason: String) {
        guard !isClosed else { return }
        let isReported = closesAt != nil
        close()
        guard !isReported else { return }
        send(.end, Array(reason.utf8))
        callbacks.ended()
    }

    // MARK: To the process on this host

    private func deliver(_ body: UnsafeRawBufferPointer) throws(BridgeViolation) {
        try channel.receive(body.count)
        traffic.received += UInt64(body.count)
        guard !isClosed else { return }
        guard let connection else { throw .unexpected(.data) }
        account?.record(channel.held(waiting: connection.outgoingCount + early.count + body.count))
        if account?.isOverdrawn ?? false { throw .budgetExceeded }
        guard connection.isOpen else { return early.append(contentsOf: body) }
        let isTaken: Bool
        do throws(ZMTPViolation) {
            isTaken = try connection.sendWhole(body)
        } catch {
            throw .notZMTP(error)
        }
        // The credit bounds the data to the available room, so only a disconnected process accepts none.
        guard isTaken || isWriteBroken else { throw .creditExceeded }
        scheduleWrite()
    }

    private func scheduleWrite() {
        guard !isWriteScheduled else { return }
        isWriteScheduled = true
        loop.scheduleWrite(self)
    }

    /// Writes as much waiting data as the process accepts, and renews the credit of the other side.
    func write() {
        isWriteScheduled = false
        guard let connection, !isClosed else { return }
        switch connection.flush() {
        case .ended:
            // Data that the process sent before it disconnected is still valid.
            isWriteBroken = true
            if closesAt != nil { return close() }
            if !isPaused { read() }
            recordProcessGone()
        case .mustWait, .moved: break
        }
        guard !isClosed else { return }
        if closesAt != nil {
            if connection.outgoingCount == 0 { return close() }
        } else {
            renewCredit(connection)
        }
        let mustWait = connection.outgoingCount > 0 && !isWriteBroken
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        watch()
    }

    private func renewCredit(_ connection: ZMTPConnection) {
        guard connection.isOpen, let account else { return }
        let waiting = connection.outgoingCount
        account.record(channel.held(waiting: waiting))
        guard let credit = channel.renewedCredit(waiting: waiting, window: account.window) else { return }
        account.record(channel.held(waiting: waiting))
        send(.credit, WireNumber.bytes(credit))
    }

    private func watch() {
        guard let number, let connection else { return }
        loop.watch(number, reading: !isPaused && closesAt == nil, writing: connection.isWaitingToWrite)
    }

    // MARK: The end

    /// Writes the remaining data after the other side has ended, and then closes the connection.
    package func finish() {
        guard !isClosed, closesAt == nil else { return }
        guard let connection, connection.isOpen, connection.outgoingCount > 0 else { return close() }
        closesAt = Deadline.monotonicNanoseconds() + Self.lastWriteMaxNs
        watch()
        scheduleWrite()
    }

    /// Records that the process has closed the connection, if its last data must wait for credit.
    private func recordProcessGone() {
        guard isPaused, goneAt == nil else { return }
        goneAt = Deadline.monotonicNanoseconds()
    }

    /// Checks the deadlines for unsent and unread data; call it several times a second.
    package func checkTime(_ now: UInt64) {
        if let closesAt, now > closesAt { return close() }
        if let goneAt, Deadline.elapsed(from: goneAt, to: now) > Self.unsentMaxNs {
            end("the process has closed the connection, and there was no credit for its last data")
        }
    }

    /// Closes the connection on this host at once.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.remove(number)
        number = nil
        connection = nil
        stream = nil
        account = nil
    }
}
