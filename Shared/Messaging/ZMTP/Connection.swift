/// One connection that speaks ZMTP 3.1 over a stream which never blocks.
///
/// It belongs to the thread that polls its socket. What is sent goes out with the next ``flush()``, so that one system call
/// carries all that a round has to say to a peer.
@safe package final class ZMTPConnection {
    /// What came next.
    package enum Incoming: Equatable {
        /// Nothing whole; ``receive()`` may bring more.
        case nothing
        /// The handshake is done; messages may flow.
        case opened
        /// A message; its frames are in the buffer.
        case message
        /// A subscriber wants a topic, or wants it no more.
        case subscription(topic: [UInt8], isWanted: Bool)
    }

    /// How a system call went.
    package enum Progress: Equatable {
        /// Bytes went over.
        case moved
        /// Not now; the poller tells when.
        case mustWait
        /// The other side is gone.
        case ended
    }

    /// What is read at once: enough for all that some dozen callers send in one round.
    private static let receiveChunk = 32 << 10
    /// Who the kernel says the other side is; nil where it cannot say.
    package let credentials: PeerCredentials?
    /// When the connection was made, in nanoseconds on the monotonic clock: a handshake that takes too long is ended.
    package let madeAt: UInt64
    /// Whether the owner has noted that ``flush()`` is due.
    package var isFlushNoted = false
    /// Whether the poller watches for room to write.
    package var isWaitingToWrite = false

    let stream: any ByteStream
    private let socketType: SocketType
    /// What may wait to be written; a peer that reads so little is taken for frozen.
    let outgoingMax: Int
    /// The longest message that is taken, in bytes.
    let incomingMax: Int
    private var handshake: Handshake
    var incoming = ByteQueue()
    var outgoing = ByteQueue()
    /// Bytes at the beginning of what came that were handed out already.
    var currentLength = 0
    /// How much of what has come was searched for PINGs, ahead of its turn.
    private var lookedAhead = 0
    /// The number of the last PING that was sent; 0 before the first.
    package internal(set) var lastPing: UInt64 = 0
    /// The number of the newest PING whose PONG has come; 0 before the first.
    package private(set) var answeredPing: UInt64 = 0
    /// Messages that have come.
    package private(set) var messages = 0
    var isInMessage = false
    var isWriteBroken = false
    /// Messages that were not sent because too much waited already.
    package var refused = 0

    /// Begins the handshake; what this side says of it goes out with the first ``flush()``.
    ///
    /// - Parameters:
    ///   - stream: Carries the bytes.
    ///   - socketType: The pattern of this side.
    ///   - announcing: The key of the peer for which this side speaks, as text; a bridge alone speaks for others.
    ///   - credentials: Who the kernel says the other side is.
    ///   - outgoingMax: What may wait to be written, in bytes.
    ///   - incomingMax: The longest message that is taken, in bytes.
    ///   - madeAt: Now, in nanoseconds on the monotonic clock.
    package init(
        _ stream: any ByteStream,
        _ socketType: SocketType,
        announcing: String? = nil,
        credentials: PeerCredentials?,
        outgoingMax: Int,
        incomingMax: Int = MessageLimits.messageMax,
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
    /// Bytes that wait to be written.
    package var outgoingCount: Int { outgoing.count }
    /// Bytes that have come and were not handled yet.
    package var unhandledCount: Int { incoming.count - currentLength }
    /// The key of the peer for which the other side says that it speaks, as text; nil if it names none.
    ///
    /// It proves nothing by itself: only a bridge, which the kernel knows by its user, may speak for others.
    package var announcedKey: String? { handshake.announcedKey }

    /// Reads once, without waiting.
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

    /// Takes the next message, or whatever else a peer may say, from what was received.
    ///
    /// - Parameter frames: Gets the message's frames, which stay valid until the next call.
    /// - Returns: What came.
    /// - Throws: a violation of the protocol, after which the connection is to be given up.
    package func next(_ frames: FrameBuffer) throws(ZMTPViolation) -> Incoming {
        incoming.consume(currentLength)
        (currentLength, lookedAhead) = (0, 0)
        while !handshake.isDone {
            let taken = unsafe try handshake.take(incoming.bytes, &outgoing)
            guard taken > 0 else { return .nothing }
            incoming.consume(taken)
            if handshake.isDone { return .opened }
        }
        return try message(frames)
    }

    /// Finds the frames of the message at the beginning, and obeys commands before and inside it.
    ///
    /// ZMTP has commands between messages alone, but libzmq sends PINGs and PONGs between the frames of a message, too.
    private func message(_ frames: FrameBuffer) throws(ZMTPViolation) -> Incoming {
        var offset = 0
        frames.begin()
        for _ in 1...MessageLimits.framesMax {
            guard var head = unsafe try WireFrame.Head(incoming.bytes, at: offset) else { return .nothing }
            if head.isCommand {
                if let subscription = try obeyCommands(at: offset) { return subscription }
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

    /// Obeys the commands at an offset that are whole, and takes them out of what has come.
    ///
    /// All of them are taken out at once: the bytes around them are moved once, however many they are.
    ///
    /// - Returns: The subscription that one of them is; later ones are left for the next call.
    private func obeyCommands(at offset: Int) throws(ZMTPViolation) -> Incoming? {
        var end = offset
        defer { incoming.remove(offset..<end) }
        while let head = unsafe try WireFrame.Head(incoming.bytes, at: end), head.isCommand {
            let body = end + head.length
            guard incoming.count >= body + head.bodyCount else { return nil }
            end = body + head.bodyCount
            let command = unsafe ZMTPCommand(UnsafeRawBufferPointer(rebasing: incoming.bytes[body..<end]))
            guard let command else { throw .malformedCommand }
            if let subscription = try obey(command) { return subscription }
        }
        return nil
    }

    /// What commands mean after the handshake: PING wants PONG with its context; unknown ones mean nothing.
    private func obey(_ command: ZMTPCommand) throws(ZMTPViolation) -> Incoming? {
        switch command.name {
        case "PING":
            // A time to live of two bytes, then a context of at most 16, which goes back.
            guard (2...18).contains(command.data.count) else { throw .malformedCommand }
            sendPong(command.data.dropFirst(2))
            return nil
        case "PONG":
            // A PONG returns its PING's context. Any other context answers no PING of this side.
            if let number = PingContext.number(command.data), number <= lastPing {
                answeredPing = max(answeredPing, number)
            }
            return nil
        case "SUBSCRIBE": return .subscription(topic: command.data, isWanted: true)
        case "CANCEL": return .subscription(topic: command.data, isWanted: false)
        default: return nil
        }
    }

    /// Answers PINGs among what has come but is not handled yet: the other side is not to take a pause for the end.
    ///
    /// They are answered again when their turn comes, which does no harm.
    package func answerPings() throws(ZMTPViolation) {
        while let head = unsafe try WireFrame.Head(incoming.bytes, at: lookedAhead) {
            let end = lookedAhead + head.length + head.bodyCount
            guard end <= incoming.count else { return }
            if head.isCommand {
                let body = unsafe UnsafeRawBufferPointer(rebasing: incoming.bytes[lookedAhead + head.length..<end])
                if let command = unsafe ZMTPCommand(body), command.name == "PING" {
                    sendPong(command.data.dropFirst(2).prefix(16))
                }
            }
            lookedAhead = end
        }
    }
}
