/// Seals and opens the frames of a connection after the handshake of CurveZMQ.
///
/// Each frame travels as a MESSAGE: a number, which only grows, and a box with the frame's flags and body.
final class CurveChannel {
    private static let name: StaticString = "\u{7}MESSAGE"
    /// Bytes before the box: name and number.
    private static let prefixLength = 16
    /// The flags within a box.
    private static let (more, command): (UInt8, UInt8) = (1, 2)

    /// What came and was not opened yet.
    var raw = ByteQueue()
    /// What waits to be written.
    var sealed = ByteQueue()

    private let agreement: CurveAgreement
    private let sendText: StaticString
    private let receiveText: StaticString
    private var lastSent: UInt64
    private var lastReceived: UInt64
    /// Where one frame's flags and body lie together for a moment.
    private var scratch = [UInt8](repeating: 0, count: 4 << 10)

    init(_ agreement: CurveAgreement) {
        self.agreement = agreement
        lastSent = agreement.lastSent
        lastReceived = agreement.lastReceived
        let texts: (server: StaticString, client: StaticString) = ("CurveZMQMESSAGES", "CurveZMQMESSAGEC")
        (sendText, receiveText) = agreement.isServer ? (texts.server, texts.client) : (texts.client, texts.server)
    }

    /// Seals whole frames, as they look on the wire without protection.
    func seal(_ frames: inout ByteQueue) {
        while let head = unsafe try? WireFrame.Head(frames.bytes, at: 0) {
            let body = unsafe UnsafeRawBufferPointer(
                rebasing: frames.bytes[head.length..<head.length + head.bodyCount]
            )
            unsafe sealFrame(head, body)
            frames.consume(head.length + head.bodyCount)
        }
    }

    private func sealFrame(_ head: WireFrame.Head, _ body: UnsafeRawBufferPointer) {
        let contentCount = 1 + body.count
        if scratch.count < contentCount { scratch = [UInt8](repeating: 0, count: contentCount) }
        scratch[0] = (head.hasMore ? Self.more : 0) | (head.isCommand ? Self.command : 0)
        unsafe scratch.withUnsafeMutableBytes {
            unsafe UnsafeMutableRawBufferPointer(rebasing: $0[1...]).copyMemory(from: body)
        }
        lastSent += 1
        let boxCount = contentCount + CurveBox.overhead
        sealed.appendFrameHead(0, count: Self.prefixLength + boxCount)
        unsafe sealed.append(UnsafeRawBufferPointer(start: Self.name.utf8Start, count: Self.name.utf8CodeUnitCount))
        unsafe withUnsafeBytes(of: lastSent.bigEndian) { unsafe sealed.append($0) }
        let room = unsafe sealed.room(boxCount)
        unsafe scratch.withUnsafeBytes { content in
            unsafe agreement.box.seal(
                UnsafeRawBufferPointer(rebasing: content[..<contentCount]),
                nonce: CurveNonce.make(sendText, lastSent),
                into: room
            )
        }
        sealed.didWrite(boxCount)
    }

    /// Opens the frames that have come whole, and appends them as they look without protection.
    ///
    /// - Throws: a violation if one of them was not sealed by the peer of the handshake, or comes a second time.
    func open(into frames: inout ByteQueue) throws(ZMTPViolation) {
        while let head = unsafe try WireFrame.Head(raw.bytes, at: 0) {
            let end = head.length + head.bodyCount
            guard raw.count >= end else { return }
            unsafe try openFrame(UnsafeRawBufferPointer(rebasing: raw.bytes[head.length..<end]), into: &frames)
            raw.consume(end)
        }
    }

    private func openFrame(_ body: UnsafeRawBufferPointer, into frames: inout ByteQueue) throws(ZMTPViolation) {
        let contentCount = body.count - Self.prefixLength - CurveBox.overhead
        let name = unsafe UnsafeRawBufferPointer(start: Self.name.utf8Start, count: Self.name.utf8CodeUnitCount)
        guard contentCount >= 1, unsafe body.starts(with: name) else { throw .malformedCommand }
        let number = unsafe CurveNonce.number(body[name.count..<Self.prefixLength])
        // TCP keeps the order, so a number that does not grow is somebody else's copy.
        guard number > lastReceived else { throw .wrongKey }
        lastReceived = number
        if scratch.count < contentCount { scratch = [UInt8](repeating: 0, count: contentCount) }
        let isGenuine = unsafe scratch.withUnsafeMutableBytes { content in
            unsafe agreement.box.open(
                UnsafeRawBufferPointer(rebasing: body[Self.prefixLength...]),
                nonce: CurveNonce.make(receiveText, number),
                into: content
            )
        }
        guard isGenuine else { throw .wrongKey }
        let flags =
            (scratch[0] & Self.more != 0 ? WireFrame.more : 0)
            | (scratch[0] & Self.command != 0 ? WireFrame.command : 0)
        unsafe scratch.withUnsafeBytes { content in
            unsafe frames.appendFrame(UnsafeRawBufferPointer(rebasing: content[1..<contentCount]), flags: flags)
        }
    }
}
