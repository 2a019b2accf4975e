/// Sending over a connection.
extension ZMTPConnection {
    func sendPong(_ context: ArraySlice<UInt8>) {
        guard !isWriteBroken else { return }
        guard outgoingCount <= outgoingMax else {
            refused += 1
            return
        }
        let pong = [4] + Array("PONG".utf8) + context
        unsafe pong.withUnsafeBytes { unsafe outgoing.appendFrame($0, flags: WireFrame.command) }
    }

    /// Queues one frame.
    ///
    /// - Parameters:
    ///   - bytes: The frame, which is copied.
    ///   - more: Whether more frames of the message follow.
    /// - Returns: Whether it was queued; false for the first frame of a message if too much is queued already.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> Bool {
        guard mayAppend(more: more) else { return false }
        unsafe outgoing.appendFrame(bytes, flags: more ? WireFrame.more : 0)
        return true
    }

    /// Queues one frame.
    @discardableResult
    package func send(_ bytes: [UInt8], more: Bool) -> Bool {
        unsafe bytes.withUnsafeBytes { unsafe send($0, more: more) }
    }

    /// Queues a frame of static text.
    @discardableResult
    package func send(_ text: StaticString, more: Bool) -> Bool {
        unsafe send(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), more: more)
    }

    /// Queues a frame of one byte.
    @discardableResult
    package func send(_ byte: UInt8, more: Bool) -> Bool {
        unsafe withUnsafeBytes(of: byte) { unsafe send($0, more: more) }
    }

    /// Queues the last frames of a message in their wire form (``FrameBuffer/wire(from:)``).
    @discardableResult
    package func sendWire(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard mayAppend(more: false) else { return false }
        unsafe outgoing.append(bytes)
        return true
    }

    /// Sends a PING; the other side responds with PONG, which counts as received data.
    ///
    /// - Returns: The number of this PING, for ``answeredPing``; nil if none can be sent now.
    @discardableResult
    package func sendPing() -> UInt64? {
        guard isOpen, !isInMessage else { return nil }
        lastPing += 1
        // The time to live, in tenths of a second, is 0: the other side sets no timeout.
        let ping = [4] + Array("PING".utf8) + [0, 0] + PingContext.bytes(lastPing)
        unsafe ping.withUnsafeBytes { unsafe outgoing.appendFrame($0, flags: WireFrame.command) }
        return lastPing
    }

    private func mayAppend(more: Bool) -> Bool {
        if !isInMessage {
            guard isOpen, !isWriteBroken else { return false }
            guard outgoingCount <= outgoingMax else {
                refused += 1
                return false
            }
        }
        isInMessage = more
        return true
    }

    /// Writes queued bytes, as many as the other side accepts now.
    package func flush() -> Progress {
        while !outgoing.isEmpty, !isWriteBroken {
            switch unsafe stream.write(outgoing.bytes) {
            case .moved(let count): outgoing.consume(count)
            case .mustWait: return .mustWait
            case .ended:
                // The peer's last messages must still be read, so reading reports the end.
                isWriteBroken = true
                return .ended
            }
        }
        return .moved
    }
}
