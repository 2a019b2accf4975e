/// Relaying for the bridge: whole messages and commands pass in their wire form, and no command is executed.
extension ZMTPConnection {
    /// Takes the whole messages and commands that were received, in their wire form.
    ///
    /// After its handshake, a connection is read either by this or by ``next(_:)``, never by both.
    ///
    /// - Parameter byteCount: The most bytes to take at once; a longer message is taken alone.
    /// - Returns: The bytes, valid until the next read from the connection; nil if there is no whole message.
    /// - Throws: `ZMTPViolation`, after which the connection must be closed.
    package func nextWhole(atMost byteCount: Int) throws(ZMTPViolation) -> UnsafeRawBufferPointer? {
        incoming.consume(currentLength)
        currentLength = 0
        var end = 0
        while let length = unsafe try WireFrame.wholeLength(incoming.bytes, at: end, max: incomingMax) {
            guard end == 0 || end + length <= byteCount else { break }
            end += length
        }
        guard end > 0 else { return nil }
        currentLength = end
        return unsafe UnsafeRawBufferPointer(rebasing: incoming.bytes[..<end])
    }

    /// Queues the result of another connection's ``nextWhole(atMost:)``.
    ///
    /// - Parameter bytes: Whole messages and commands in their wire form.
    /// - Returns: Whether they were queued; false if too much is queued already, or the handshake is not done.
    /// - Throws: `ZMTPViolation` if the bytes are anything else.
    package func sendWhole(_ bytes: UnsafeRawBufferPointer) throws(ZMTPViolation) -> Bool {
        var end = 0
        while end < bytes.count {
            guard let length = unsafe try WireFrame.wholeLength(bytes, at: end, max: incomingMax) else {
                throw .unexpectedFrame
            }
            end += length
        }
        return unsafe sendWire(bytes)
    }
}

extension WireFrame {
    /// Measures the message or command at an offset.
    ///
    /// - Parameters:
    ///   - bytes: The received bytes.
    ///   - start: The offset of the message or command.
    ///   - byteCountMax: The longest accepted message, with the heads of its frames.
    /// - Returns: Its length with the heads of its frames; nil if it is not complete yet.
    /// - Throws: `ZMTPViolation` if the bytes cannot be a message.
    static func wholeLength(
        _ bytes: UnsafeRawBufferPointer,
        at start: Int,
        max byteCountMax: Int
    ) throws(ZMTPViolation) -> Int? {
        var offset = start
        for number in 1...FrameLimits.framesMax {
            guard let head = unsafe try Head(bytes, at: offset) else { return nil }
            if head.isCommand {
                guard number == 1, !head.hasMore else { throw .unexpectedFrame }
                guard head.bodyCount <= Handshake.commandMax else { throw .malformedCommand }
            }
            offset += head.length + head.bodyCount
            guard offset - start <= byteCountMax else { throw .frameTooLarge }
            guard offset <= bytes.count else { return nil }
            if !head.hasMore { return offset - start }
        }
        throw .unexpectedFrame
    }
}
