/// What a bridge needs of a connection: it passes on whole messages and commands as they look on the wire, and obeys none.
extension ZMTPConnection {
    /// Takes as many whole messages and commands as have come, as they look on the wire.
    ///
    /// A connection is used by this or by ``next(_:)`` after its handshake, never by both.
    ///
    /// - Parameter byteCount: The most to take at once; a longer message is taken alone.
    /// - Returns: The bytes, valid until the connection is next asked or receives; nil if nothing whole has come.
    /// - Throws: A violation of the protocol, after which the connection is to be given up.
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

    /// Adds what ``nextWhole(atMost:)`` of another connection has taken to what goes out.
    ///
    /// - Parameter bytes: Whole messages and commands, as they look on the wire.
    /// - Returns: Whether they were taken; false if the peer has left too much unread, or the handshake is not done.
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
    ///   - bytes: What has come.
    ///   - start: Where the message or command begins.
    ///   - byteCountMax: The longest message that is taken, with the heads of its frames.
    /// - Returns: Its length with the heads of its frames; nil if it is not whole yet.
    /// - Throws: `ZMTPViolation` if what stands there can be no message.
    static func wholeLength(
        _ bytes: UnsafeRawBufferPointer,
        at start: Int,
        max byteCountMax: Int
    ) throws(ZMTPViolation) -> Int? {
        var offset = start
        for number in 1...MessageLimits.framesMax {
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
