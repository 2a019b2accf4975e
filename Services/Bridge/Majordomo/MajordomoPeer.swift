import Contracts
import ServiceKit
import ZMTP
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// One peer of the Majordomo Protocol on another host, and its connection to the broker of this host.
///
/// Messages pass unchanged. Messages that the peer does not read stay in the broker, which bounds them.
final class MajordomoPeer {
    /// The maximum of bytes that wait for the broker: more than twice what the broker holds of one such peer.
    static let waitingMax = 8 << 20
    /// The maximum number of reads per event, so that one peer cannot delay others.
    private static let readsMax = 8
    /// The timeout for the broker to read the remaining data after the peer has disconnected, in nanoseconds.
    private static let lastWriteMaxNs: UInt64 = 5_000_000_000

    /// The actions and events of a peer.
    struct Callbacks {
        /// Sends a message of the broker to the peer.
        let send: (FrameBuffer) -> ZeroMQSocket.SendResult
        /// Called once, with the reason, when the broker has ended the connection or violates ZMTP.
        let ended: (String) -> Void
    }

    /// The routing id by which the listening socket sends to the peer.
    let routingID: [UInt8]
    /// The descriptor in libzmq, used to end the connection.
    let descriptor: Int32
    let key: CurveKey
    /// Whether further messages are ignored.
    var isOver = false
    /// The bytes of this peer in the total of all peers.
    var countedBytes = 0

    private let loop: EventLoop
    private let callbacks: Callbacks
    private let stream: SocketStream
    private let connection: ZMTPConnection
    private var number: UInt64?
    private let frames = FrameBuffer()
    /// Messages that arrived before the handshake with the broker was done.
    private var early: [[[UInt8]]] = []
    private var earlyBytes = 0
    /// Since when libzmq has had no room for the message in the buffer, on the monotonic clock; nil if it has room.
    private(set) var blockedSince: UInt64?
    private var isWaitingToWrite = false
    /// The deadline for closing the connection after the peer has disconnected; nil before.
    private var closesAt: UInt64?
    private(set) var isClosed = false

    /// Begins the handshake with the broker.
    ///
    /// - Throws: `SocketError` if the system cannot watch more descriptors.
    init(
        _ routingID: [UInt8],
        _ descriptor: Int32,
        _ key: CurveKey,
        _ stream: SocketStream,
        _ loop: EventLoop,
        _ now: UInt64,
        _ callbacks: Callbacks
    ) throws(SocketError) {
        (self.routingID, self.descriptor, self.key) = (routingID, descriptor, key)
        (self.stream, self.loop, self.callbacks) = (stream, loop, callbacks)
        connection = ZMTPConnection(
            stream,
            .dealer,
            announcing: "\(key)",
            credentials: nil,
            outgoingMax: Self.waitingMax + FrameLimits.messageMax,
            madeAt: now
        )
        number = try loop.add(stream.descriptor) { [weak self] event in
            if event.isWritable { self?.write() }
            if event.isReadable { self?.read() }
        }
    }

    deinit { loop.remove(number) }

    /// The bytes that wait for the broker.
    var waitingBytes: Int { isClosed ? 0 : connection.outgoingCount + earlyBytes }

    // MARK: To the broker

    /// Queues a message of the peer for the next ``write()``.
    func enqueue(_ message: [[UInt8]]) {
        guard !isClosed else { return }
        guard connection.isOpen else {
            early.append(message)
            earlyBytes += message.reduce(0) { $0 + $1.count }
            return
        }
        for (index, frame) in message.enumerated() { connection.send(frame, more: index < message.count - 1) }
    }

    /// Writes as much waiting data as the broker accepts.
    func write() {
        guard !isClosed else { return }
        let progress = connection.flush()
        if closesAt != nil, progress == .ended || connection.outgoingCount == 0 { return close() }
        isWaitingToWrite = progress == .mustWait
        watch()
    }

    private func watch() {
        guard let number else { return }
        loop.watch(number, reading: blockedSince == nil && closesAt == nil, writing: isWaitingToWrite)
    }

    // MARK: To the peer

    private func read() {
        guard !isClosed, blockedSince == nil else { return }
        do throws(ZMTPViolation) {
            try passOn()
        } catch {
            end("the broker violates ZMTP: \(error)")
        }
    }

    private func passOn() throws(ZMTPViolation) {
        var reads = 0
        while !isClosed {
            switch try connection.next(frames) {
            case .opened:
                earlyBytes = 0
                for message in early { enqueue(message) }
                early = []
            case .message:
                guard send() else { return }
            case .subscription: continue
            case .nothing:
                // The poller reports remaining data again.
                guard reads < Self.readsMax else { return write() }
                reads += 1
                switch connection.receive() {
                case .moved: continue
                case .mustWait: return write()
                case .ended: return end("the broker has closed the connection")
                }
            }
        }
    }

    /// Sends the message in the buffer, and returns whether libzmq had room.
    private func send() -> Bool {
        guard callbacks.send(frames) == .wouldBlock else {
            blockedSince = nil
            return true
        }
        blockedSince = blockedSince ?? Deadline.monotonicNanoseconds()
        write()
        return false
    }

    /// Sends the blocked message and continues reading, if libzmq has room again.
    func resume() {
        guard blockedSince != nil, !isClosed, !isOver, send() else { return }
        watch()
        read()
    }

    /// Checks deadlines, and detects the end of a connection that is not read; call it several times a second.
    func tick(_ now: UInt64) {
        guard !isClosed else { return }
        if let closesAt, now > closesAt { return close() }
        if !connection.isOpen, Deadline.elapsed(from: connection.madeAt, to: now) > BridgeListener.handshakeMaxNs {
            return end("the broker does not answer")
        }
        resume()
        guard blockedSince != nil, !isClosed else { return }
        var report = pollfd(fd: stream.descriptor, events: 0, revents: 0)
        guard poll(&report, 1, 0) > 0 else { return }
        end("the peer leaves too much unread")
    }

    private func end(_ reason: String) {
        let isReported = closesAt != nil
        close()
        if !isReported { callbacks.ended(reason) }
    }

    // MARK: The end

    /// Writes the remaining data after the peer has disconnected, and then closes the connection.
    func finish(_ now: UInt64) {
        guard !isClosed, closesAt == nil else { return }
        guard connection.isOpen, connection.outgoingCount > 0 else { return close() }
        closesAt = now + Self.lastWriteMaxNs
        write()
    }

    /// Closes the connection to the broker at once.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.remove(number)
        number = nil
        shutdown(stream.descriptor, Int32(SHUT_RDWR))
    }
}
