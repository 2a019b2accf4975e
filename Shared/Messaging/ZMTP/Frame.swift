/// Size limits of connections; a peer that exceeds one is disconnected.
package enum FrameLimits {
    /// The longest frame, in bytes, above what valid peers send.
    package static let frameMax = 2 << 20
    /// The longest message over all its frames, in bytes.
    package static let messageMax = frameMax + (64 << 10)
    /// The most frames in one message.
    package static let framesMax = 64
}

/// The wire form of frames (ZMTP 3.1, ZeroMQ RFC 37): a byte of flags, a size of one or eight bytes, the body.
enum WireFrame {
    static let more: UInt8 = 1
    static let long: UInt8 = 2
    static let command: UInt8 = 4
    /// Bits that no version defines; a peer that sets them does not use ZMTP.
    static let reserved: UInt8 = 0xF8
    /// The longest body with a size field of one byte.
    static let shortMax = 255

    /// The head of a frame: flags and size.
    struct Head {
        let flags: UInt8
        /// The number of bytes before the body.
        let length: Int
        let bodyCount: Int

        var hasMore: Bool { flags & WireFrame.more != 0 }
        var isCommand: Bool { flags & WireFrame.command != 0 }

        /// Reads the head at an offset; nil if there are not enough bytes yet.
        init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ZMTPViolation) {
            guard offset < bytes.count else { return nil }
            flags = unsafe bytes[offset]
            guard flags & WireFrame.reserved == 0 else { throw .reservedFlags }
            if flags & WireFrame.long == 0 {
                guard offset + 2 <= bytes.count else { return nil }
                length = 2
                bodyCount = Int(unsafe bytes[offset + 1])
            } else {
                guard offset + 9 <= bytes.count else { return nil }
                length = 9
                let size = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt64.self))
                guard size <= UInt64(FrameLimits.frameMax) else { throw .frameTooLarge }
                bodyCount = Int(size)
            }
        }
    }
}

/// The reason for closing a connection: received data that violates ZMTP 3 or exceeds a limit.
package enum ZMTPViolation: Error, Sendable, Equatable {
    case notZMTP
    case versionTooOld
    case otherMechanism
    case reservedFlags
    case frameTooLarge
    case unexpectedFrame
    case malformedCommand
    case incompatibleSocketType
    /// A subscriber has more subscriptions than are allowed, or too long a topic.
    case tooManyTopics
    /// The peer may not connect.
    case notListed
    /// The other side ended the handshake with an ERROR.
    case rejectedByPeer
}

extension ByteQueue {
    /// Appends one frame.
    mutating func appendFrame(_ body: UnsafeRawBufferPointer, flags: UInt8) {
        appendFrameHead(flags, count: body.count)
        unsafe append(body)
    }

    mutating func appendFrameHead(_ flags: UInt8, count: Int) {
        if count <= WireFrame.shortMax {
            append(flags)
            append(UInt8(count))
        } else {
            append(flags | WireFrame.long)
            unsafe withUnsafeBytes(of: UInt64(count).bigEndian) { unsafe append($0) }
        }
    }
}

/// The frames of one message, in the memory of the connection that received it.
@safe package final class FrameBuffer {
    private struct Slot {
        /// The offset of the frame's head from the beginning of the message.
        var start = 0
        var body = 0
        var count = 0
    }

    private var base: UnsafeRawBufferPointer
    private var slots: [Slot]
    package private(set) var count = 0

    package init() {
        unsafe base = UnsafeRawBufferPointer(start: nil, count: 0)
        slots = Array(repeating: Slot(), count: FrameLimits.framesMax)
    }

    func begin() { count = 0 }

    /// Adds one of at most ``FrameLimits/framesMax`` frames.
    func add(start: Int, body: Int, count bodyCount: Int) {
        slots[count] = Slot(start: start, body: body, count: bodyCount)
        count += 1
    }

    /// Sets the memory of the message; reads are valid until the connection receives again.
    func end(_ message: UnsafeRawBufferPointer) {
        unsafe base = unsafe message
    }

    /// A frame's bytes, valid until the next message is received.
    package func bytes(_ index: Int) -> UnsafeRawBufferPointer {
        let slot = slots[index]
        return unsafe UnsafeRawBufferPointer(rebasing: base[slot.body..<slot.body + slot.count])
    }

    /// The frames from an index to the last in their wire form, for forwarding.
    package func wire(from index: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: base[slots[index].start...])
    }

    /// Returns whether a frame equals the text.
    package func frame(_ index: Int, is text: StaticString) -> Bool {
        let bytes = unsafe bytes(index)
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        for offset in 0..<bytes.count where unsafe bytes[offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Returns the byte of a frame of length one; nil for any other length.
    package func byte(_ index: Int) -> UInt8? {
        let bytes = unsafe bytes(index)
        return bytes.count == 1 ? unsafe bytes[0] : nil
    }

    /// Returns a copy of a frame's bytes.
    package func array(_ index: Int) -> [UInt8] { unsafe Array(bytes(index)) }

    /// Returns a frame as text; nil if it is no valid UTF-8.
    package func text(_ index: Int) -> String? { unsafe String(validating: bytes(index), as: UTF8.self) }
}
