/// What goes out of a connection.
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

    /// Adds one frame to what goes out.
    ///
    /// - Parameters:
    ///   - bytes: The frame, which is copied.
    ///   - more: Whether the message goes on.
    /// - Returns: Whether it was taken; false for the first frame of a message if the peer has not read far too much.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> Bool {
        guard mayAppend(more: more) else { return false }
        unsafe outgoing.appendFrame(bytes, flags: more ? WireFrame.more : 0)
        return true
    }

    /// Adds one frame to what goes out.
    @discardableResult
    package func send(_ bytes: [UInt8], more: Bool) -> Bool {
        unsafe bytes.withUnsafeBytes { unsafe send($0, more: more) }
    }

    /// Adds a frame of text that lives as long as the program.
    @discardableResult
    package func send(_ text: StaticString, more: Bool) -> Bool {
        unsafe send(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), more: more)
    }

    /// Adds a frame of one byte.
    @discardableResult
    package func send(_ byte: UInt8, more: Bool) -> Bool {
        unsafe withUnsafeBytes(of: byte) { unsafe send($0, more: more) }
    }

    /// Adds the last frames of a message, as they look on the wire (``FrameBuffer/wire(from:)``).
    @discardableResult
    package func sendWire(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard mayAppend(more: false) else { return false }
        unsafe outgoing.append(bytes)
        return true
    }

    /// Asks whether the other side is there; it answers with PONG, which counts as something received.
    ///
    /// - Returns: The number of this PING, for ``answeredPing``; nil if none can be sent now.
    @discardableResult
    package func sendPing() -> UInt64? {
        guard isOpen, !isInMessage else { return nil }
        lastPing += 1
        // The time to live, in tenths of a second, is 0: nothing follows from silence on the other side.
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

    /// Writes what waits, as much as the other side takes now.
    package func flush() -> Progress {
        while !outgoing.isEmpty, !isWriteBroken {
            switch unsafe stream.write(outgoing.bytes) {
            case .moved(let count): outgoing.consume(count)
            case .mustWait: return .mustWait
            case .ended:
                // What the peer sent before it went is still to be read, so reading finds out the end.
                isWriteBroken = true
                return .ended
            }
        }
        return .moved
    }
}
