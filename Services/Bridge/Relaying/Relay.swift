import Contracts
package import ServiceKit
package import ZMTP

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
    private static let outgoingMax = Int(RelayChannel.windowMax) + 2 * FrameLimits.messageMax

    /// The bytes to send between two questions to the system; a question takes a microsecond.
    private static let roomCheckBytes = Int(RelayChannel.windowMin)

    let loop: EventLoop
    private let callbacks: Callbacks
    let traffic: PeerTraffic
    /// The connection's share of the memory budget; nil after the connection has closed.
    var account: CreditAccount?
    var channel: RelayChannel
    /// The bytes that wait to be sent to the other bridge.
    private var unacknowledged = UnacknowledgedBytes()
    /// The number of such bytes at which the system is asked again.
    private var roomCheckedAt = Relay.roomCheckBytes
    private var stream: SocketStream?
    var connection: ZMTPConnection?
    private var number: UInt64?
    private let frames = FrameBuffer()
    var isWriteScheduled = false
    var isPaused = false
    /// Whether writing to the process has failed.
    var isWriteBroken = false
    /// Data that arrived before the handshake with the process was done.
    var early: [UInt8] = []
    /// The deadline for closing the connection after the other side has ended it; nil before.
    var closesAt: UInt64?
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
        recordHeld()
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
        body.withUnsafeBytes { forward(kind, $0) }
    }

    private func forward(_ kind: Envelope.Kind, _ body: UnsafeRawBufferPointer) {
        unacknowledged.send(body.count)
        callbacks.send(kind, channel.number(), body)
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
        resume()
    }

    /// Reads again if reading has paused, and data may be sent now.
    private func resume() {
        guard isPaused, maySend() else { return }
        isPaused = false
        read()
        watch()
    }

    /// Returns whether there is credit, and the other host has received enough of the earlier data.
    private func maySend() -> Bool {
        channel.maySend && (unacknowledged.count < roomCheckedAt || hasRoom())
    }

    /// Asks the system how much the other host has received, and returns whether that is enough.
    private func hasRoom() -> Bool {
        unacknowledged.update(acknowledged: callbacks.acknowledged())
        recordHeld()
        let isFull = account.map { unacknowledged.count >= Int($0.window) } ?? false
        roomCheckedAt = isFull ? 0 : unacknowledged.count + Self.roomCheckBytes
        return !isFull
    }

    /// Records the bytes that this connection holds.
    func recordHeld(arriving byteCount: Int = 0) {
        let waiting = (connection?.outgoingCount ?? 0) + early.count + byteCount
        account?.record(channel.held(waiting: waiting) + unacknowledged.count)
    }

    // MARK: To the other bridge

    func read() {
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
            guard maySend() else {
                isPaused = true
                watch()
                return
            }
            if let whole = try connection.nextWhole(atMost: Self.chunk) {
                channel.spend(whole.count)
                traffic.sent += UInt64(whole.count)
                forward(.data, whole)
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

    func watch() {
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
    func recordProcessGone() {
        guard isPaused, goneAt == nil else { return }
        goneAt = Deadline.monotonicNanoseconds()
    }

    /// Checks deadlines, and whether the other host has received earlier data; call it several times a second.
    package func checkTime(_ now: UInt64) {
        if let closesAt, now > closesAt { return close() }
        if unacknowledged.count > 0 {
            _ = hasRoom()
            resume()
        }
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
