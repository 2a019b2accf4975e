/// A ZMTP 3.1 connection over a stream that never blocks.
///
/// It belongs to the thread that polls its socket. Messages are queued and written by the next ``flush()``, so that one
/// system call carries all messages of a round to a peer.
@safe package final class ZMTPConnection {
    /// The result of reading the next message.
    package enum Incoming: Equatable {
        /// Nothing complete; ``receive()`` may bring more.
        case nothing
        /// The handshake is done; messages may be sent.
        case opened
        /// A message; its frames are in the buffer.
        case message
        /// A subscriber adds or removes a topic.
        case subscription(topic: [UInt8], isWanted: Bool)
    }

    /// The outcome of a system call.
    package enum Progress: Equatable {
        /// Bytes were transferred.
        case moved
        /// Nothing can be transferred now; the poller reports when it can.
        case mustWait
        /// The other side has disconnected.
        case ended
    }

    /// The size of one read, in bytes: enough for what some dozen callers send in one round.
    private static let receiveChunk = 32 << 10
    /// The kernel's credentials of the other side; nil if it provides none.
    package let credentials: PeerCredentials?
    /// When the connection was made, in nanoseconds on the monotonic clock; it limits the time of the handshake.
    package let madeAt: UInt64
    /// Whether the owner has scheduled a ``flush()``.
    package var isFlushScheduled = false
    /// Whether the poller watches for room to write.
    package var isWaitingToWrite = false

    let stream: any ByteStream
    private let socketType: SocketType
    /// The most bytes queued; a peer that leaves this much unread is considered frozen.
    let outgoingMax: Int
    /// The longest accepted message, in bytes.
    let incomingMax: Int
    private var handshake: Handshake
    var incoming = ByteQueue()
    var outgoing = ByteQueue()
    /// The length of the current message at the beginning of the received bytes.
    var currentLength = 0
    /// The offset up to which received bytes were searched for PINGs in advance.
    private var scannedAhead = 0
    /// The number of the last PING that was sent; 0 before the first.
    package internal(set) var lastPing: UInt64 = 0
    /// The number of the newest PING that was answered; 0 before the first.
    package private(set) var answeredPing: UInt64 = 0
    /// The number of received messages.
    package private(set) var messages = 0
    var isInMessage = false
    var isWriteBroken = false
    /// The number of messages that were not sent because too much was queued.
    package var refused = 0

    /// Starts the handshake; the greeting is written by the first ``flush()``.
    ///
    /// - Parameters:
    ///   - stream: Transports the bytes.
    ///   - socketType: The socket type of this side.
    ///   - announcing: The key, as text, of the peer that this side connects for; only a bridge connects for others.
    ///   - credentials: The kernel's credentials of the other side.
    ///   - outgoingMax: The most bytes queued.
    ///   - incomingMax: The longest accepted message, in bytes.
    ///   - madeAt: The current time, in nanoseconds on the monotonic clock.
    package init(
        _ stream: any ByteStream,
        _ socketType: SocketType,
        announcing: String? = nil,
        credentials: PeerCredentials?,
        outgoingMax: Int,
        incomingMax: Int = FrameLimits.messageMax,
        madeAt: UInt64
    ) {
        self.stream = stream
        self.socketType = socketType
        self.credentials = credentials
        self.outgoingMax = outgoingMax
        self.incomingMax = incomingMax
        self.madeAt = madeAt
        handshake = Handshake(socketType, announcing: announcing)
        unsafe handshake.greeting.withUnsafeBytes { unsafe outgoing.append($0) }
    }

    /// Whether the handshake is done.
    package var isOpen: Bool { handshake.isDone }
    /// The number of queued bytes.
    package var outgoingCount: Int { outgoing.count }
    /// The number of received bytes that were not handled yet.
    package var unhandledCount: Int { incoming.count - currentLength }
    /// The key, as text, of the peer that the other side claims to connect for; nil if it names none.
    ///
    /// It proves nothing by itself: only the bridge, which the kernel identifies by its user, may connect for others.
    package var announcedKey: String? { handshake.announcedKey }

    /// Reads once, without blocking.
    ///
    /// Call ``next(_:)`` until it finds nothing before.
    package func receive() -> Progress {
        switch unsafe stream.read(into: incoming.room(Self.receiveChunk)) {
        case .moved(let count):
            incoming.didWrite(count)
            return .moved
        case .mustWait: return .mustWait
        case .ended: return .ended
        }
    }

    /// Returns the next message or event from the received bytes.
    ///
    /// - Parameter frames: Receives the message's frames, which stay valid until the next call.
    /// - Returns: The kind of the message or event.
    /// - Throws: `ZMTPViolation`, after which the connection must be closed.
    package func next(_ frames: FrameBuffer) throws(ZMTPViolation) -> Incoming {
        incoming.consume(currentLength)
        (currentLength, scannedAhead) = (0, 0)
        while !handshake.isDone {
            let taken = unsafe try handshake.take(incoming.bytes, &outgoing)
            guard taken > 0 else { return .nothing }
            incoming.consume(taken)
            if handshake.isDone { return .opened }
        }
        return try message(frames)
    }

    /// Reads the message at the beginning, and handles commands before and inside it.
    ///
    /// ZMTP allows commands only between messages, but libzmq also sends PINGs and PONGs between the frames of a
    /// message.
    private func message(_ frames: FrameBuffer) throws(ZMTPViolation) -> Incoming {
        var offset = 0
        frames.begin()
        for _ in 1...FrameLimits.framesMax {
            guard var head = unsafe try WireFrame.Head(incoming.bytes, at: offset) else { return .nothing }
            if head.isCommand {
                if let subscription = try handleCommands(at: offset) { return subscription }
                guard let next = unsafe try WireFrame.Head(incoming.bytes, at: offset), !next.isCommand else {
                    return .nothing
                }
                head = next
            }
            let body = offset + head.length
            let end = body + head.bodyCount
            guard end <= incomingMax else { throw .frameTooLarge }
            guard incoming.count >= end else { return .nothing }
            frames.add(start: offset, body: body, count: head.bodyCount)
            offset = end
            if !head.hasMore {
                currentLength = offset
                messages += 1
                unsafe frames.end(UnsafeRawBufferPointer(rebasing: incoming.bytes[..<offset]))
                return .message
            }
        }
        throw .unexpectedFrame
    }

    /// Handles the complete commands at an offset, and removes them from the received bytes.
    ///
    /// All of them are removed at once, so the bytes around them are moved only once.
    ///
    /// - Returns: The first subscription among them; later commands are left for the next call.
    private func handleCommands(at offset: Int) throws(ZMTPViolation) -> Incoming? {
        var end = offset
        defer { incoming.remove(offset..<end) }
        while let head = unsafe try WireFrame.Head(incoming.bytes, at: end), head.isCommand {
            let body = end + head.length
            guard incoming.count >= body + head.bodyCount else { return nil }
            end = body + head.bodyCount
            let command = unsafe ZMTPCommand(UnsafeRawBufferPointer(rebasing: incoming.bytes[body..<end]))
            guard let command else { throw .malformedCommand }
            if let subscription = try handle(command) { return subscription }
        }
        return nil
    }

    /// Handles a command after the handshake: a PING is answered by a PONG with its context; unknown ones are ignored.
    private func handle(_ command: ZMTPCommand) throws(ZMTPViolation) -> Incoming? {
        switch command.name {
        case "PING":
            // A time to live of two bytes, then a context of at most 16, which is sent back.
            guard (2...18).contains(command.data.count) else { throw .malformedCommand }
            sendPong(command.data.dropFirst(2))
            return nil
        case "PONG":
            // A PONG returns its PING's context. Any other context belongs to no PING of this side.
            if let number = PingContext.number(command.data), number <= lastPing {
                answeredPing = max(answeredPing, number)
            }
            return nil
        case "SUBSCRIBE": return .subscription(topic: command.data, isWanted: true)
        case "CANCEL": return .subscription(topic: command.data, isWanted: false)
        default: return nil
        }
    }

    /// Answers PINGs among unhandled bytes, so that the other side does not take a pause for the end.
    ///
    /// They are answered again when they are handled, which is harmless.
    package func answerPings() throws(ZMTPViolation) {
        while let head = unsafe try WireFrame.Head(incoming.bytes, at: scannedAhead) {
            let end = scannedAhead + head.length + head.bodyCount
            guard end <= incoming.count else { return }
            if head.isCommand {
                let body = unsafe UnsafeRawBufferPointer(rebasing: incoming.bytes[scannedAhead + head.length..<end])
                if let command = unsafe ZMTPCommand(body), command.name == "PING" {
                    sendPong(command.data.dropFirst(2).prefix(16))
                }
            }
            scannedAhead = end
        }
    }
}
